import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isDialogOpen } from '../../lib/page/enclosing-dialog.ts';

/** Everything that administrators see is below it. */
export const adminKey = ['admin'] as const;

const intervalMilliseconds = 30_000;
const followUpMilliseconds = 1_000;

/**
 * Refetches all visible data silently every 30 seconds: it stays until the response, also after a failure.
 * Paused while a dialog is open and in hidden tabs.
 */
export function useSilentRefresh(): void {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && !isDialogOpen())
        void client.invalidateQueries({ queryKey: adminKey }, { cancelRefetch: false });
    }, intervalMilliseconds);
    return () => clearInterval(timer);
  }, [client]);
}

/** For deletions: refetches now, and again a second later, when all consequences are done. */
export function useRefreshTwice() {
  const client = useQueryClient();
  return () => {
    const refresh = () => void client.invalidateQueries({ queryKey: adminKey });
    refresh();
    setTimeout(refresh, followUpMilliseconds);
  };
}
