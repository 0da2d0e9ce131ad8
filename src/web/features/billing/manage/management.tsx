import { createContext, type ReactNode, use, useState } from 'react';
import type { PaidTier } from '#shared/billing/plans.ts';
import { texts } from '#web/i18n/en/billing/manage.ts';
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx';

const ManagementDialog = lazyDialog(
  () => import('./management-dialog.tsx'),
  () => texts.manageSubscription,
);

export interface ManagementRequest {
  /** Opens at the confirmation of a change to this plan. */
  plan?: PaidTier;
  /** Opens where a trial is ended and paid for. */
  upgradeTrial?: boolean;
}

type OpenManagement = (request?: ManagementRequest) => void;

const ManagementContext = createContext<OpenManagement>(() => {});

/** Opens the management of one's plan from anywhere below `ManagementProvider`. */
export function useManagement(): OpenManagement {
  return use(ManagementContext);
}

/** Whose plan is managed, and who helps where nothing here does. */
export interface Manager {
  userId: string;
  supportEmail: string;
}

interface ManagementProviderProps {
  /** Null: nobody is signed in, and nothing opens. */
  manager: Manager | null;
  children: ReactNode;
}

/** Holds the one modal in which a plan is managed. Whoever it was opened for, and no other, sees it. */
export function ManagementProvider({ manager, children }: ManagementProviderProps) {
  const [opened, setOpened] = useState<{ by: string; request: ManagementRequest } | null>(null);
  const open: OpenManagement = (request = {}) => setOpened(manager && { by: manager.userId, request });
  return (
    <ManagementContext value={open}>
      {children}
      {opened && opened.by === manager?.userId && (
        <ManagementDialog manager={manager} request={opened.request} onClose={() => setOpened(null)} />
      )}
    </ManagementContext>
  );
}
