import { texts } from '../../../i18n/en/orgs/edit.ts';
import { laterDialog } from '../../../ui/lazy-dialog.tsx';

export const CreateDialog = laterDialog(
  () => import('./create-dialog.tsx'),
  () => texts.createOrganization,
);
