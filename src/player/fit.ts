export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  left: number;
  top: number;
}

/** A smaller difference is a rounding error. */
const tolerancePixels = 1;

/**
 * The window size in which the whole game is visible: this window plus the overflow of the game. A centred
 * game overflows on both sides equally. A game far below the fold is scrolled to, so only its own height
 * counts.
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

/** The scale at which a window of that size fits the room; 1 if it fits unscaled. */
export function scaleToFit(room: Size, needed: Size): number {
  const scale = Math.min(room.width / needed.width, room.height / needed.height);
  return scale > 0 && scale < 1 ? scale : 1;
}
