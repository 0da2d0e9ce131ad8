import type { StorageConfig } from '#shared/storage.ts';
import { storageProviderLabels } from '#shared/storage-form.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** What one wants to know at a glance. */
export function Tiles({ configs }: { configs: readonly StorageConfig[] }) {
  const active = configs.find(({ isActive }) => isActive);
  const count = (status: StorageConfig['testStatus']) =>
    configs.filter(({ testStatus }) => testStatus === status).length;
  const tiles = [
    { term: 'Active Provider', value: active ? storageProviderLabels[active.provider] : 'None' },
    { term: 'Total Configs', value: configs.length },
    { term: 'Test Success', value: count('success') },
    { term: 'Test Failed', value: count('failed') },
  ];
  return (
    <dl className={look}>
      {tiles.map(({ term, value }) => (
        <div key={term} className="grid min-w-0 content-start gap-1 bg-surface px-5 py-4">
          <dt className="text-13 text-muted">{term}</dt>
          <dd className="text-20 font-semibold wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One box with hairlines, whatever stands beside what. */
const look =
  'grid grid-cols-2 gap-px overflow-hidden rounded-picture border border-line bg-line md:grid-cols-[2fr_1fr_1fr_1fr]';

export function TilesWaiting() {
  return (
    <div className={look}>
      {['Active', 'Total', 'Success', 'Failed'].map((tile) => (
        <div key={tile} className="bg-surface px-5 py-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="mt-1 h-7 w-16" />
        </div>
      ))}
    </div>
  );
}
