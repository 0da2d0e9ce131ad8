import { type ReactNode, useId } from 'react';
import type { Usage } from '#shared/admin/usage.ts';
import { texts } from '#web/i18n/en/admin/usage.ts';
import { formatMoment } from '#web/lib/format/dates.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { formatStored } from '#web/lib/format/sizes.ts';
import { List } from '#web/ui/lists/list.tsx';
import { ScrollRegion } from '#web/ui/lists/scroll-region.tsx';

/** In two columns the first of the three is beside the other two. */
export const figuresClasses =
  'grid gap-x-10 gap-y-8 border-t border-line pt-6 md:max-lg:grid-cols-2 md:max-lg:grid-rows-[auto_1fr] md:max-lg:[&>:first-child]:row-span-2 lg:grid-cols-[1fr_14rem_1fr]';

/** Current figures: bytes, accounts and rows, each with its parts. */
export function UsageFigures({ usage: { storage, auth, firestore } }: { usage: Usage }) {
  const collections = Object.entries(firestore.collections);
  return (
    <div className={figuresClasses}>
      <Part title={texts.storageUsage}>
        <Figures>
          <Figure label={texts.totalSize} value={formatStored(storage.totalBytes)} />
          <Figure label={texts.files} value={formatNumber(storage.fileCount)} />
          <Figure
            label={texts.lastUpdated}
            small
            value={storage.lastUpdated === null ? texts.never : formatMoment(storage.lastUpdated)}
          />
        </Figures>
        <Shares label={texts.filesByType} isTitled entries={Object.entries(storage.fileTypes)} />
      </Part>
      <Part title={texts.firebaseAuth}>
        <Figures>
          <Figure label={texts.oauthUsers} value={formatNumber(auth.totalUsers)} />
        </Figures>
      </Part>
      <Part title={texts.firestoreUsage}>
        <Figures>
          <Figure label={texts.totalDocuments} value={formatNumber(firestore.totalDocuments)} />
          <Figure label={texts.collections} value={formatNumber(collections.length)} />
        </Figures>
        <Shares label={texts.documentsByCollection} entries={collections} />
      </Part>
    </div>
  );
}

interface PartProps {
  title: string;
  /** The level of its heading, below its parent's. */
  level?: 3 | 4;
  children: ReactNode;
}

export function Part({ title, level = 3, children }: PartProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-4">
      <Heading id={id} className="font-semibold">
        {title}
      </Heading>
      {children}
    </section>
  );
}

export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className="flex flex-wrap gap-x-8 gap-y-3">{children}</dl>
);

export function Figure({ label, value, small }: { label: string; value: string; small?: boolean }) {
  return (
    <div className="flex flex-col">
      <dt className="text-12 text-muted">{label}</dt>
      <dd
        className={
          small ? 'flex flex-1 items-end pb-0.5 text-14' : 'text-24 font-semibold tracking-tight tabular-nums'
        }
      >
        {value}
      </dd>
    </div>
  );
}

interface SharesProps {
  label: string;
  /** Whether the label is visible too: the files counted above are those of the stores, not these. */
  isTitled?: boolean;
  entries: [name: string, count: number][];
}

/** Largest first; the bar behind each is its share of the largest. */
function Shares({ label, isTitled, entries }: SharesProps) {
  const sorted = entries.toSorted(([one, many], [other, more]) => more - many || one.localeCompare(other));
  const greatest = Math.max(1, ...entries.map(([, count]) => count));
  if (entries.length === 0) return null;
  return (
    <div className="grid min-w-0 gap-1">
      {isTitled && (
        // The region announces it to screen readers.
        <p aria-hidden="true" className="text-12 text-muted">
          {label}
        </p>
      )}
      <ScrollRegion label={label} on="page" className="max-h-80">
        <List className="grid gap-px pe-1">
          {sorted.map(([name, count]) => (
            <li key={name} className="relative flex justify-between gap-4 px-2 py-1 text-13">
              <span
                aria-hidden="true"
                className="absolute inset-y-0 start-0 rounded-control bg-raised"
                style={{ width: `${(count / greatest) * 100}%` }}
              />
              <span className="relative min-w-0 truncate font-mono text-12 leading-5">{name}</span>{' '}
              <span className="relative tabular-nums">{formatNumber(count)}</span>
            </li>
          ))}
        </List>
      </ScrollRegion>
    </div>
  );
}
