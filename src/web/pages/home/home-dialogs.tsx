import { useState } from 'react';
import type { CardActions } from '../../features/apps/card/actions.ts';
import { texts } from '../../i18n/en/pages/home-dialogs.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import type { CardRequest } from '../account/card-dialogs.tsx';

const titles: Record<CardRequest['what'], string> = {
  edit: texts.editApplication,
  delete: texts.deleteApplication,
  share: texts.shareApplication,
};

/** Loaded on first use: most visitors open none. */
const CardDialogs = lazyDialog(
  () => import('../account/card-dialogs.tsx'),
  ({ request }) => titles[request.what],
);

/** The actions of the cards, with their dialogs. */
export function useCardDialogs() {
  const [request, setRequest] = useState<CardRequest | null>(null);
  const actions: CardActions = {
    onEdit: (app) => setRequest({ what: 'edit', app }),
    onDelete: (app) => setRequest({ what: 'delete', app }),
    onShare: (app) => setRequest({ what: 'share', app }),
  };
  const dialogs = request && <CardDialogs request={request} onClose={() => setRequest(null)} />;
  return { actions, dialogs };
}
