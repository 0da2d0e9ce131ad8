import type { ReactNode } from 'react';
import type { Application } from '#shared/apps/apps.ts';
import { formatSize } from '#shared/versions/build-file.ts';
import { deviceNames } from '../../i18n/en/device-names.ts';
import { texts } from '../../i18n/en/play.ts';
import { Rich } from '../../i18n/rich.tsx';
import { cn } from '../../lib/cn.ts';
import { allOf } from '../../lib/session/lists.ts';
import { Day } from '../../ui/lists/day.tsx';
import { List } from '../../ui/lists/list.tsx';
import { useFullscreenEnabled } from './use-fullscreen-enabled.ts';

/** A titled group of facts: a line above, no box. */
export function FactGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-4">
      <h2 className="text-16 font-semibold">{title}</h2>
      <div className="mt-3">{children}</div>
    </section>
  );
}

interface FactsProps {
  facts: [term: string, value: ReactNode][];
  /** In two columns if there is room. */
  wide?: boolean;
}

export function Facts({ facts, wide }: FactsProps) {
  return (
    <dl
      className={cn(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2',
        wide
          ? 'sm:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)] sm:gap-x-8'
          : 'sm:max-lg:grid-cols-[10rem_minmax(0,1fr)]',
      )}
    >
      {facts.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd
            className={cn('min-w-0 text-end wrap-anywhere', wide ? 'sm:text-start' : 'sm:max-lg:text-start')}
          >
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function DetailsCard({ app }: { app: Application }) {
  const mono = (text: string) => <span className="font-mono text-13">{text}</span>;
  return (
    <FactGroup title={texts.details}>
      <Facts
        facts={[
          [texts.name, app.name],
          [texts.uploaded, <Day key="uploaded" of={app.createdAt} />],
          [texts.lastUpdated, <Day key="updated" of={app.updatedAt} />],
          [texts.file, app.fileName ? mono(app.fileName) : texts.none],
          [texts.size, app.fileSize === null ? texts.unknown : mono(formatSize(app.fileSize))],
          ...mayAskFor(app),
        ]}
      />
    </FactGroup>
  );
}

function mayAskFor({ deviceAccess }: Application): [string, string][] {
  if (deviceAccess.length === 0) return [];
  return [[texts.mayAskFor, allOf(deviceAccess.map((each) => deviceNames[each]))]];
}

/** A phone has neither a mouse nor the keys of the first lines. */
export function HowToPlayCard() {
  const fullscreenEnabled = useFullscreenEnabled();
  return (
    <FactGroup title={texts.howToPlay}>
      <List className="grid gap-2 text-muted">
        <HowTo className="pointer-coarse:hidden">{texts.clickTheGameToControlItWithThe}</HowTo>
        <HowTo className="pointer-coarse:hidden">{texts.clickOutsideTheGameToUseThePage}</HowTo>
        <HowTo className="not-pointer-coarse:hidden">{texts.touchTheGameToPlayIt}</HowTo>
        {fullscreenEnabled && (
          <HowTo>
            <Rich
              text={texts.fullscreenFillsYourDisplayEsc}
              with={{ key: (inside) => <span className="pointer-coarse:hidden">{inside}</span> }}
            />
          </HowTo>
        )}
        <HowTo>{texts.aGamepadOrAHeadsetWorksWhere}</HowTo>
      </List>
    </FactGroup>
  );
}

function HowTo({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <li
      className={cn(
        'flex gap-2.5 before:mt-[9px] before:size-1 before:shrink-0 before:rounded-full before:bg-muted',
        className,
      )}
    >
      <span>{children}</span>
    </li>
  );
}
