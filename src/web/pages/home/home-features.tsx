import { Globe, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { themes } from '#shared/apps/themes.ts';
import { texts } from '../../i18n/en/pages/home-features.ts';
import { Rich } from '../../i18n/rich.tsx';
import { cn } from '../../lib/cn.ts';
import { ThemePreview } from '../../ui/forms/theme-preview.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { VersionTag } from '../../ui/layout/version-tag.tsx';
import { List, OrderedList } from '../../ui/lists/list.tsx';

/** Features after the first upload. */
export function HomeFeatures() {
  return (
    <section
      aria-labelledby="after-the-upload"
      className="mx-auto max-w-content px-4 py-16 md:px-6 md:pt-28 md:pb-20"
    >
      <h2 id="after-the-upload" className="max-w-form text-24 font-semibold md:text-32">
        {texts.publishImprovePublishAgain}
      </h2>
      <List className="mt-8 grid grid-cols-1 overflow-hidden rounded-picture border border-line bg-surface lg:grid-cols-3">
        <Part title={texts.updatesInOneStep} text={texts.playersGetTheCompleteOldVersion}>
          <Versions />
        </Part>
        <Part title={texts.aLinkAsPrivateAsYouLike} text={texts.publicInTheGalleryOrUnlistedBehind}>
          <Audience />
        </Part>
        <Part title={texts.aThemeThatSuitsTheGame} text={texts.keepYourOwnPageOrChooseOne}>
          <List className="grid w-full grid-cols-3 gap-2 sm:max-lg:grid-cols-6">
            {themes.map((theme) => (
              <li key={theme} className="overflow-hidden rounded-control ring-1 ring-line">
                <ThemePreview theme={theme} />
              </li>
            ))}
          </List>
        </Part>
      </List>
    </section>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-1 content-between gap-6 border-line p-6 not-first:border-t lg:not-first:border-s lg:not-first:border-t-0">
      <div className="grid gap-2">
        <h3 className="text-16 font-semibold">{title}</h3>
        <p className="text-muted">{text}</p>
      </div>
      <div aria-hidden="true" className="flex items-center select-none lg:min-h-40">
        {children}
      </div>
    </li>
  );
}

const versions = [
  { number: '1.3.0', text: texts.newLevelSofterRain, active: true },
  { number: '1.2.1', text: texts.gamepadOnFirefox, active: false },
  { number: '1.2.0', text: texts.nightMode, active: false },
];

function Versions() {
  return (
    <OrderedList className="w-full">
      {versions.map(({ number, text, active }) => (
        <li
          key={number}
          className="flex min-h-11 items-center gap-3 border-line py-1.5 text-13 not-first:border-t first:font-medium"
        >
          <VersionTag of={number} className={cn('text-12', !active && 'text-muted')} />
          <span className={cn('min-w-0', !active && 'text-muted')}>{text}</span>
          <span className="ms-auto shrink-0">
            {active ? (
              <Badge tone="success">{texts.active}</Badge>
            ) : (
              <span className="text-12 text-muted">{texts.rollback}</span>
            )}
          </span>
        </li>
      ))}
    </OrderedList>
  );
}

function Audience() {
  return (
    <div className="grid w-full gap-2 text-13">
      <div className="flex items-center gap-3 rounded-control border border-line bg-raised px-3 py-2.5">
        <Globe size={16} strokeWidth={1.75} className="shrink-0" />
        <Rich
          text={texts.publicInTheGallery}
          with={{ span: (inside) => <span className="ms-auto text-muted">{inside}</span> }}
        />
      </div>
      <div className="flex items-center gap-3 rounded-control border border-line bg-raised px-3 py-2.5">
        <Lock size={16} strokeWidth={1.75} className="shrink-0" />
        <Rich
          text={texts.privateKeyVq3x81}
          with={{
            span: (inside) => (
              <span className="ms-auto min-w-0 truncate font-mono text-12 text-muted">{inside}</span>
            ),
          }}
        />
      </div>
    </div>
  );
}
