import { texts } from '#web/i18n/en/orgs/edit.ts';
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx';

export const CreateDialog = lazyDialog(
  () => import('./create-dialog.tsx'),
  () => texts.createOrganization,
);
