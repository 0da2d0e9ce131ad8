import { texts } from '../../../i18n/en/orgs/edit.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';

export const CreateDialog = lazyDialog(
  () => import('./create-dialog.tsx'),
  () => texts.createOrganization,
);
