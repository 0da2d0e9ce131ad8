import { Plus } from 'lucide-react';
import type { StorageConfig } from '#shared/storage/storage.ts';
import { texts } from '#web/i18n/en/storage/list.ts';
import { format } from '#web/i18n/format.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { List } from '#web/ui/lists/list.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import type { Act } from './actions.ts';
import { ConfigRow } from './config-row.tsx';

interface ConfigListProps {
  configs: readonly StorageConfig[];
  onAdd: () => void;
  onAct: Act;
}

export function ConfigList({ configs, onAdd, onAct }: ConfigListProps) {
  const activeId = configs.find(({ isActive }) => isActive)?.id;
  return (
    <section aria-labelledby="storage-configs">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="storage-configs" className="text-16 font-semibold">
          {format(texts.storageConfigurationsCount, { count: configs.length })}
        </h2>
        <Button variant="primary" onClick={onAdd}>
          <Plus strokeWidth={1.75} aria-hidden="true" />
          {texts.addConfiguration}
        </Button>
      </div>
      <List className={boxClasses}>
        {configs.map((config) => (
          <ConfigRow key={config.id} config={config} activeId={activeId} onAct={onAct} />
        ))}
      </List>
    </section>
  );
}

const boxClasses = 'divide-y divide-line rounded-picture border border-line bg-surface';

export function ConfigListSkeleton() {
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Skeleton className="h-6 w-56" />
        <Skeleton className="h-11 w-43 md:h-9" />
      </div>
      <div className={boxClasses}>
        {[0, 1].map((row) => (
          <div
            key={row}
            className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 px-4 py-4 md:px-5 lg:grid-cols-[2.5rem_minmax(0,1fr)_auto]"
          >
            <Skeleton className="size-10" />
            <div className="grid grid-cols-1 content-start gap-2 py-1">
              <Skeleton className="h-4 w-48 max-w-full" />
              <Skeleton className="h-3 w-80 max-w-full" />
              <Skeleton className="h-3 w-56 max-w-full" />
            </div>
            <Skeleton className="h-11 w-48 max-lg:col-span-2 md:h-9" />
          </div>
        ))}
      </div>
    </div>
  );
}
