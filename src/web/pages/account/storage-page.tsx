import { useState } from 'react';
import type { Session } from '#shared/accounts/accounts.ts';
import type { StorageConfig } from '#shared/storage/storage.ts';
import { messageOf } from '../../api.ts';
import { ConfirmedCalls } from '../../features/accounts/fresh-sign-in/confirmed-calls.tsx';
import { AdminHeader } from '../../features/admin/header.tsx';
import { ActiveBanner } from '../../features/storage/active-banner.tsx';
import { filesElsewhere } from '../../features/storage/files-text.ts';
import type { StorageAction } from '../../features/storage/list/actions.ts';
import { ConfigList, ConfigListSkeleton } from '../../features/storage/list/config-list.tsx';
import { Tiles, TilesSkeleton } from '../../features/storage/tiles.tsx';
import { useStorageConfigs } from '../../features/storage/use-storage.ts';
import { texts } from '../../i18n/en/pages/storage-page.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { Guard } from '../../shell/guard.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { PageHeadSkeleton } from '../../ui/layout/page-head.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';

const titleOfAll = () => texts.storageConfiguration;
const ConfigDialog = lazyDialog(() => import('../../features/storage/edit/config-dialog.tsx'), titleOfAll);
const DeleteDialog = lazyDialog(() => import('../../features/storage/list/delete-dialog.tsx'), titleOfAll);
const MoveDialog = lazyDialog(() => import('../../features/storage/list/move-dialog.tsx'), titleOfAll);

const refusal = {
  title: texts.adminAccessRequired,
  text: texts.onlyAdministratorsCanConfigure,
};

export default function StoragePage() {
  usePageTitle(texts.storageConfiguration);
  return (
    <Guard signedOut={refusal} notAdmin={refusal} waiting={<PageSkeleton />}>
      {(_, session) => (
        <ConfirmedCalls session={session}>
          <Storage session={session} />
        </ConfirmedCalls>
      )}
    </Guard>
  );
}

type Opened = 'add' | { what: StorageAction; config: StorageConfig } | null;

function Storage({ session }: { session: Session }) {
  const configs = useStorageConfigs();
  const [opened, setOpened] = useState<Opened>(null);
  const list = configs.data;
  return (
    <div className={pageClasses}>
      <AdminHeader title={texts.storageConfiguration}>{texts.manageCloudStorageProvidersFor}</AdminHeader>
      {configs.isPending && <BodySkeleton />}
      {configs.isError && !list && (
        <ErrorState
          level={2}
          title={texts.failedToFetchStorageConfigurations}
          onRetry={() => configs.refetch()}
        >
          {messageOf(configs.error)}
        </ErrorState>
      )}
      {list && (
        <Overview
          configs={list}
          session={session}
          onAdd={() => setOpened('add')}
          onAct={(what, config) => setOpened({ what, config })}
        />
      )}
      {opened && <Dialogs opened={opened} configs={list ?? []} onClose={() => setOpened(null)} />}
    </div>
  );
}

interface OverviewProps {
  configs: StorageConfig[];
  session: Session;
  onAdd: () => void;
  onAct: (what: StorageAction, config: StorageConfig) => void;
}

function Overview({ configs, session: { limits }, onAdd, onAct }: OverviewProps) {
  const active = configs.find(({ isActive }) => isActive);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Tiles configs={configs} />
      {active && <ActiveBanner config={active} maxBytes={limits.maxUploadBytes} />}
      <div className="mt-4">
        <ConfigList configs={configs} onAdd={onAdd} onAct={onAct} />
      </div>
    </div>
  );
}

interface DialogsProps {
  opened: Exclude<Opened, null>;
  configs: StorageConfig[];
  onClose: () => void;
}

/** Outside of the list, which changes by itself while they are open. */
function Dialogs({ opened, configs, onClose }: DialogsProps) {
  if (opened === 'add') return <ConfigDialog config={null} onClose={onClose} />;
  const { what, config } = opened;
  if (what === 'edit') return <ConfigDialog config={config} onClose={onClose} />;
  if (what === 'delete') return <DeleteDialog config={config} onClose={onClose} />;
  return <MoveDialog config={config} elsewhere={filesElsewhere(configs, config.id)} onClose={onClose} />;
}

const pageClasses = 'mx-auto max-w-content px-4 pt-8 md:px-6 md:pt-12';

function BodySkeleton() {
  return (
    <LoadingRegion label={texts.loadingStorageConfigurations} className="grid grid-cols-1 gap-6">
      <TilesSkeleton />
      <Skeleton className="h-20 rounded-picture" />
      <div className="mt-4">
        <ConfigListSkeleton />
      </div>
    </LoadingRegion>
  );
}

function PageSkeleton() {
  return (
    <div className={pageClasses}>
      <PageHeadSkeleton />
      <BodySkeleton />
    </div>
  );
}
