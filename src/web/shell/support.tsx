import type { ReactNode } from 'react';
import { useSession } from '../features/accounts/session.ts';
import { texts } from '../i18n/en/shell/shell.ts';
import { SupportProvider } from '../lib/support-modal.tsx';
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx';

const SupportDialog = lazyDialog(
  () => import('../features/support/support-dialog.tsx'),
  () => texts.contactSupport,
);

/** Provides the support form, prefilled for the signed-in account. */
export function Support({ children }: { children: ReactNode }) {
  const { data, isPending } = useSession();
  return (
    <SupportProvider
      dialog={(onClose) =>
        !isPending && (
          <SupportDialog
            sender={data?.user ?? null}
            supportEmail={data?.supportEmail ?? null}
            onClose={onClose}
          />
        )
      }
    >
      {children}
    </SupportProvider>
  );
}
