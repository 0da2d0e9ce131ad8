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
  /** Opens at the end of the trial with payment. */
  upgradeTrial?: boolean;
}

type OpenManagement = (request?: ManagementRequest) => void;

const ManagementContext = createContext<OpenManagement>(() => {});

/** Opens plan management from anywhere below `ManagementProvider`. */
export function useManagement(): OpenManagement {
  return use(ManagementContext);
}

/** The account whose plan is managed, and the support address. */
export interface Manager {
  userId: string;
  supportEmail: string;
}

interface ManagementProviderProps {
  /** Null: nobody is signed in, and nothing opens. */
  manager: Manager | null;
  children: ReactNode;
}

/** Contains the only modal for plan management. Only the account that it was opened for sees it. */
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
