import { texts } from '../../texts/en/share.ts';
import { fill } from '../../texts/fill.ts';
import { laterDialog } from '../../ui/later-dialog.tsx';

export const ShareDialog = laterDialog(
  () => import('./share-dialog.tsx'),
  ({ app }) => fill(texts.shareName, { name: app.name }),
);
