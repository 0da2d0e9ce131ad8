import { texts } from '../../i18n/en/pages/edit-controls.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

export const EditApplication = lazyDialog(
  () => import('./edit-application.tsx'),
  () => texts.editApplication,
);
