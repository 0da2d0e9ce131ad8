import { texts } from '../../i18n/en/share.ts';
import { format } from '../../i18n/format.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

export const ShareDialog = lazyDialog(
  () => import('./share-dialog.tsx'),
  ({ app }) => format(texts.shareName, { name: app.name }),
);
