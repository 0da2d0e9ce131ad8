import { texts } from '../texts/en/pages/edit-controls.ts';
import { laterDialog } from '../ui/later-dialog.tsx';

export const EditApplication = laterDialog(
  () => import('./edit-application.tsx'),
  () => texts.editApplication,
);
