import type { Register } from '#server/app.ts';
import { moveFilesHere as moveEndpoint, stopMove as stopEndpoint } from '#shared/storage/storage.ts';
import { moveFilesHere, stopMove } from './change-move.ts';
import { registerMoves } from './jobs.ts';

export const registerMoving: Register = (http, context) => {
  http.bindSignedIn(moveEndpoint, async ({ params, viewer }) => ({
    move: await moveFilesHere(context, viewer, params.id),
  }));
  http.bindSignedIn(stopEndpoint, async ({ params, viewer }) => ({
    move: await stopMove(context, viewer, params.id),
  }));
  registerMoves(context);
};
