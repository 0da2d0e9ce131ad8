import { useNavigate } from 'react-router';
import { useSignOut } from '../features/accounts/session.ts';
import { paths } from '../paths.ts';
import { texts } from '../texts/en/shell/shell.ts';
import { toast } from '../ui/toast.tsx';

/** Signs out and leads home. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const signOut = useSignOut(() => navigate(paths.home()));
  return () => signOut.mutate(undefined, { onError: () => toast(texts.logoutFailed, { failed: true }) });
}
