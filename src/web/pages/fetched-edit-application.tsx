import { texts } from '../i18n/en/pages/edit-controls.ts';
import { laterDialog } from '../ui/lazy-dialog.tsx';

export const EditApplication = laterDialog(
  () => import('./edit-application.tsx'),
  () => texts.editApplication,
);
