import { texts } from '../../../texts/en/orgs/edit.ts';
import { laterDialog } from '../../../ui/later-dialog.tsx';

export const CreateDialog = laterDialog(
  () => import('./create-dialog.tsx'),
  () => texts.createOrganization,
);
