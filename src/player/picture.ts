import { thumbnailSizes } from '#shared/apps/thumbnails.ts';
import { isPictureRequest, type PictureAnswer } from '#shared/play/game-picture.ts';

/** Maximum wait for a frame with visible content. */
const patienceMilliseconds = 3_000;
/**
 * Minimum difference between the brightest and the darkest sample of a frame, of 255. A smaller one means a
 * blank or faded frame.
 */
const enoughContrast = 24;
const { width, height } = thumbnailSizes.large;
const sample = { width: 32, height: 24 };

/**
 * Sends a frame of the game to the embedding page of Flux on request. No other requester gets a response, for
 * example a site that embeds a public game, or the game itself.
 */
export function answerPictureRequests(fluxOrigin: string): void {
  if (window.parent === window) return;
  addEventListener('message', async (event) => {
    if (event.source !== window.parent || event.origin !== fluxOrigin) return;
    if (!isPictureRequest(event.data)) return;
    const picture = await takePicture().catch(() => null);
    const answer: PictureAnswer = { kind: 'flux:picture', id: event.data.id, picture };
    window.parent.postMessage(answer, fluxOrigin, picture ? [picture] : []);
  });
}

/** The first frame with content, otherwise the last frame; null if the game draws none. */
function takePicture(): Promise<ArrayBuffer | null> {
  const source = largestCanvas();
  const view = source?.ownerDocument.defaultView;
  if (!source || !view) return Promise.resolve(null);
  const picture = canvasOf({ width, height });
  const until = performance.now() + patienceMilliseconds;
  return new Promise((resolve, reject) => {
    // The game requested its next frame before this code did, so it has drawn by then. WebGL content is
    // cleared afterwards.
    const look = () => {
      try {
        const contrast = contrastOf(drawOnto(picture, source));
        if (contrast >= enoughContrast) resolve(encode(picture));
        else if (performance.now() < until) view.requestAnimationFrame(look);
        else resolve(contrast < 0 ? null : encode(picture));
      } catch (error) {
        // A canvas with cross-origin images cannot be read.
        reject(error);
      }
    };
    view.requestAnimationFrame(look);
  });
}

function largestCanvas(): HTMLCanvasElement | null {
  let largest: HTMLCanvasElement | null = null;
  let largestArea = 0;
  for (const each of documents())
    for (const canvas of each.querySelectorAll('canvas')) {
      const area = canvas.width * canvas.height;
      if (area > largestArea) [largest, largestArea] = [canvas, area];
    }
  return largest;
}

/** This page, and the creator's page in its frame, which has the same origin unless origins are opaque. */
function documents(): Document[] {
  const frame = document.getElementById('flux-frame');
  const framed = frame instanceof HTMLIFrameElement ? frame.contentDocument : null;
  return framed ? [document, framed] : [document];
}

/** Fills the picture with the centre of the canvas. */
function drawOnto(picture: HTMLCanvasElement, source: HTMLCanvasElement): HTMLCanvasElement {
  const scale = Math.max(width / source.width, height / source.height);
  const [w, h] = [source.width * scale, source.height * scale];
  const context = contextOf(picture);
  context.clearRect(0, 0, width, height);
  context.drawImage(source, (width - w) / 2, (height - h) / 2, w, h);
  return picture;
}

/** Difference between the brightest and the darkest sample; negative if nothing is drawn. */
function contrastOf(picture: HTMLCanvasElement): number {
  const context = contextOf(canvasOf(sample));
  context.drawImage(picture, 0, 0, sample.width, sample.height);
  const { data } = context.getImageData(0, 0, sample.width, sample.height);
  let [darkest, brightest] = [255, -1];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    const light = 0.3 * (data[at] ?? 0) + 0.6 * (data[at + 1] ?? 0) + 0.1 * (data[at + 2] ?? 0);
    darkest = Math.min(darkest, light);
    brightest = Math.max(brightest, light);
  }
  return brightest < 0 ? -1 : brightest - darkest;
}

async function encode(picture: HTMLCanvasElement): Promise<ArrayBuffer> {
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/jpeg', 0.92));
  if (!blob) throw new Error('This browser cannot encode pictures.');
  return new Response(blob).arrayBuffer();
}

function canvasOf(size: { width: number; height: number }): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width: size.width, height: size.height });
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  return context;
}
