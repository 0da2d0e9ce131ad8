export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  left: number;
  top: number;
}

/** Smaller than that is cut off by nothing but rounding. */
const tolerancePixels = 1;

/**
 * The window in which a game would be seen whole: this one, and what the game has outside of it. One in the middle of its window
 * lies outside on both sides alike. A game far below the fold is scrolled to, so only its own height counts.
 * @param game relative to the beginning of its document
 */
export function neededWindow(window: Size, game: Box): Size {
  const bottom = game.top <= game.height ? game.top + game.height : game.height;
  return {
    width: window.width + outside(game.left, game.left + game.width, window.width),
    height: window.height + outside(game.top, bottom, window.height),
  };
}

function outside(start: number, end: number, length: number): number {
  const pixels = Math.max(0, -start) + Math.max(0, end - length);
  return pixels > tolerancePixels ? pixels : 0;
}

/** How much smaller a window of that size is to be shown in this room; 1 where it fits. */
export function scaleToFit(room: Size, needed: Size): number {
  const scale = Math.min(room.width / needed.width, room.height / needed.height);
  return scale > 0 && scale < 1 ? scale : 1;
}
