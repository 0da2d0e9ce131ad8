import { texts } from '../../i18n/en/share.ts';
import { fill } from '../../i18n/format.ts';
import { laterDialog } from '../../ui/lazy-dialog.tsx';

export const ShareDialog = laterDialog(
  () => import('./share-dialog.tsx'),
  ({ app }) => fill(texts.shareName, { name: app.name }),
);
