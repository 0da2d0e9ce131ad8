import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isDialogOpen } from '../../lib/page/enclosing-dialog.ts';

/** Below it lies all that administrators see. */
export const adminKey = ['admin'] as const;

const intervalMilliseconds = 30_000;
const followUpMilliseconds = 1_000;

/**
 * Asks again every 30 seconds for all that is shown, in silence: what was there stays until the answer, and where none
 * comes. Not while a dialog is open, nor in a tab that nobody looks at.
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

/** For what was deleted: asks now, and once more a second later, when all that follows from it is done. */
export function useRefreshTwice() {
  const client = useQueryClient();
  return () => {
    const refresh = () => void client.invalidateQueries({ queryKey: adminKey });
    refresh();
    setTimeout(refresh, followUpMilliseconds);
  };
}
