import { createContext, type ReactNode, use, useState } from 'react';
import type { PaidTier } from '#shared/plans.ts';

export interface ManagementRequest {
  /** Opens at the confirmation of a change to this plan. */
  plan?: PaidTier;
}

type OpenManagement = (request?: ManagementRequest) => void;

const ManagementContext = createContext<OpenManagement>(() => {});

/** Opens the management of one's plan from anywhere below `ManagementProvider`. */
export function useManagement(): OpenManagement {
  return use(ManagementContext);
}

/** Holds the one modal in which a plan is managed. */
export function ManagementProvider({ children }: { children: ReactNode }) {
  const [, setRequest] = useState<ManagementRequest | null>(null);
  return <ManagementContext value={(wanted = {}) => setRequest(wanted)}>{children}</ManagementContext>;
}
