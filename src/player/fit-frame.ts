import type { PageSize } from '#shared/versions/versions.ts';
import { type Box, neededWindow, type Size, scaleToFit } from './fit.ts';

/** A page that adapts to its window has done so after this time. */
const settledMilliseconds = 200;
const pollMilliseconds = 400;
/** A game with more size changes than this adapts to its window. */
const maxSizeChanges = 3;

/** The same check as on Unity's own pages. */
const phones = /iPhone|iPad|iPod|Android/i;

/**
 * Scales the frame of a page whose game is larger than the frame: the frame gets the window size that the
 * page needs and is scaled down. The needed size is measured, or comes from the inspection if the frame's
 * origin is opaque. A page that adapts to its window is not scaled.
 */
export class FrameFit {
  readonly #stage: HTMLElement;
  readonly #frame: HTMLIFrameElement;
  readonly #known: PageSize | null;
  /** The size of the game at which the frame was scaled. */
  #fittedTo: Size | null = null;
  /** Size changes since the page was loaded or the stage resized, while the frame was scaled. */
  #changes = 0;
  #settledAt = 0;
  /** The stage size when the frame got its size. */
  #shownIn: Size = { width: 0, height: 0 };

  constructor(stage: HTMLElement, frame: HTMLIFrameElement, known: PageSize | null) {
    this.#stage = stage;
    this.#frame = frame;
    this.#known = known?.fillsPhones && phones.test(navigator.userAgent) ? null : known;
  }

  /** Follows the size of the stage and the pages that load in the frame. */
  start(): void {
    addEventListener('resize', () => this.#begin());
    this.#frame.addEventListener('load', () => this.#begin());
    setInterval(() => this.#look(), pollMilliseconds);
  }

  #begin(): void {
    this.#changes = 0;
    this.#release();
  }

  #look(): void {
    if (performance.now() < this.#settledAt) return;
    const { width, height } = this.#room;
    // The bar above the frame appeared or disappeared.
    if (width !== this.#shownIn.width || height !== this.#shownIn.height) {
      this.#begin();
      return;
    }
    const document = frameDocument(this.#frame);
    const game = document && findGameBox(document);
    if (!game || this.#changes > maxSizeChanges) return;
    if (!this.#fittedTo) {
      this.#fit(this.#needed(game), game);
      return;
    }
    const isSame =
      Math.abs(this.#fittedTo.width - game.width) + Math.abs(this.#fittedTo.height - game.height) < 2;
    if (isSame) return;
    // The game has another size now, or adapts to the larger window. In the latter case the size changes
    // after each fit.
    this.#changes += 1;
    this.#release();
  }

  /** Sizes the frame like the stage, or by the known size before anything can be measured. */
  #release(): void {
    this.#fittedTo = null;
    const isLeft = !this.#known || this.#changes > maxSizeChanges;
    this.#show(isLeft ? 1 : scaleToFit(this.#room, this.#known));
  }

  #fit(needed: Size, game: Size): void {
    const scale = scaleToFit(this.#room, needed);
    if (scale >= this.#scale) return;
    this.#fittedTo = { width: game.width, height: game.height };
    this.#show(scale);
  }

  #needed(game: Box): Size {
    const { clientWidth: width, clientHeight: height } = this.#frame;
    return neededWindow({ width, height }, game);
  }

  get #room(): Size {
    return { width: this.#stage.clientWidth, height: this.#stage.clientHeight };
  }

  get #scale(): number {
    return this.#stage.clientWidth / Math.max(this.#frame.clientWidth, 1);
  }

  #show(scale: number): void {
    const { style } = this.#frame;
    const share = scale < 1 ? `${100 / scale}%` : '';
    style.width = share;
    style.height = share;
    style.transform = scale < 1 ? `scale(${scale})` : '';
    style.transformOrigin = scale < 1 ? '0 0' : '';
    this.#shownIn = this.#room;
    this.#settledAt = performance.now() + settledMilliseconds;
  }
}

/** Null if the frame's origin is opaque or another one. */
function frameDocument(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
}

/** The largest element in which a page can draw a game, with its position in the document. */
function findGameBox(document: Document): Box | null {
  let largest: DOMRect | null = null;
  for (const element of document.querySelectorAll('canvas, iframe, #gameContainer, #unityContainer')) {
    const box = element.getBoundingClientRect();
    if (box.width * box.height > (largest ? largest.width * largest.height : 0)) largest = box;
  }
  const view = document.defaultView;
  if (!largest || !view) return null;
  const { left, top, width, height } = largest;
  return { left: left + view.scrollX, top: top + view.scrollY, width, height };
}
