import type { StorageConfig } from '#shared/storage/storage.ts';
import { storageProviderLabels } from '#shared/storage/storage-form.ts';
import { texts } from '../../i18n/en/storage.ts';
import { Skeleton } from '../../ui/loading/skeleton.tsx';

/** The most important figures. */
export function Tiles({ configs }: { configs: readonly StorageConfig[] }) {
  const active = configs.find(({ isActive }) => isActive);
  const count = (status: StorageConfig['testStatus']) =>
    configs.filter(({ testStatus }) => testStatus === status).length;
  const tiles = [
    { term: texts.activeProvider, value: active ? storageProviderLabels[active.provider] : texts.none },
    { term: texts.totalConfigs, value: configs.length },
    { term: texts.testSuccess, value: count('success') },
    { term: texts.testFailed, value: count('failed') },
  ];
  return (
    <dl className={look}>
      {tiles.map(({ term, value }) => (
        <div key={term} className={tileClasses}>
          <dt className="text-13 text-muted">{term}</dt>
          <dd className="text-20 font-semibold wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One box with hairlines in any arrangement: those of the outer tiles are outside its clipped edge. */
const look =
  'grid grid-cols-2 overflow-hidden rounded-picture border border-line bg-surface md:grid-cols-[2fr_1fr_1fr_1fr]';
const tileClasses = 'grid min-w-0 content-start gap-1 border-line -me-px -mb-px border-e border-b px-5 py-4';

export function TilesSkeleton() {
  return (
    <div className={look}>
      {[texts.active, texts.total, texts.success, texts.failed].map((tile) => (
        <div key={tile} className={tileClasses}>
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-7 w-16" />
        </div>
      ))}
    </div>
  );
}
