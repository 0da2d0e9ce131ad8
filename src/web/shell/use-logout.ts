import { useNavigate } from 'react-router';
import { useSignOut } from '../features/accounts/session.ts';
import { texts } from '../i18n/en/shell/shell.ts';
import { leaveGuarded } from '../lib/page/navigation-guard.ts';
import { paths } from '../paths.ts';
import { toast } from '../ui/loading/toast.tsx';

/** Signs out and opens the home page; on a guarded page after a confirmation. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const signOut = useSignOut(() => navigate(paths.home()));
  const leave = () =>
    signOut.mutate(undefined, { onError: () => toast(texts.logoutFailed, { failed: true }) });
  return () => leaveGuarded(leave);
}
