import { isPictureAnswer, type PictureRequest } from '#shared/play/game-picture.ts';
import { imageProblem } from '../../lib/files/image-problem.ts';

/** Longer than the page around a game searches for a good frame. */
const patienceMilliseconds = 6_000;

/**
 * Requests a frame of the game from the page around it. Null without a response: a creator's own page does
 * not know the request. Messages from elsewhere, unrequested ones and invalid pictures are ignored.
 */
export function requestPicture(frame: Window, origin: string): Promise<File | null> {
  // crypto.randomUUID is missing over plain http.
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const request: PictureRequest = { kind: 'flux:picture-wanted', id };
  return new Promise((resolve) => {
    const end = (file: File | null) => {
      clearTimeout(timer);
      window.removeEventListener('message', listen);
      resolve(file);
    };
    const listen = (event: MessageEvent<unknown>) => {
      if (event.source !== frame || event.origin !== origin) return;
      if (!isPictureAnswer(event.data) || event.data.id !== request.id) return;
      pictureOf(event.data.picture).then(end, () => end(null));
    };
    const timer = setTimeout(() => end(null), patienceMilliseconds);
    window.addEventListener('message', listen);
    // The message contains no secret, and an opaque origin cannot be a target.
    frame.postMessage(request, origin === 'null' ? '*' : origin);
  });
}

async function pictureOf(bytes: ArrayBuffer | null): Promise<File | null> {
  if (bytes === null) return null;
  const file = new File([bytes], 'frame.jpg', { type: 'image/jpeg' });
  return (await imageProblem(file)) === null ? file : null;
}
