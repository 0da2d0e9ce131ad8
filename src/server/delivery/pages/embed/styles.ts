import type { PageSize } from '#shared/versions/versions.ts';

/** The stage on which another site shows a game: dark as Flux's own, whatever that site looks like. */
export const styles = `
:root {
  color-scheme: dark;
  --stage: oklch(0.12 0.01 255); --line: oklch(0.34 0.012 255); --text: oklch(0.97 0.005 255);
  --muted: oklch(0.86 0.01 255); --accent: oklch(0.88 0.2 126); --on-accent: oklch(0.18 0.03 126);
}
* { box-sizing: border-box; }
html, body { height: 100%; }
body {
  margin: 0; overflow: hidden; background: var(--stage); color: var(--text);
  font: 15px/1.4 'Geist Variable', Geist, system-ui, sans-serif;
}
iframe { display: block; width: 100%; height: 100%; border: 0; }
.picture { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
div.picture { background: linear-gradient(160deg, oklch(0.27 0.03 255), var(--stage) 70%); }
img.picture + main { background: linear-gradient(to top, oklch(0.1 0.01 255 / 0.92), oklch(0.1 0.01 255 / 0.6) 38%, oklch(0.1 0.01 255 / 0.1) 75%); }
main {
  position: absolute; inset: 0; padding: clamp(12px, 4vmin, 32px);
  display: flex; flex-direction: column; justify-content: flex-end; align-items: flex-start;
}
h1 {
  margin: 0; max-width: 100%; font-size: clamp(18px, 6vmin, 36px); line-height: 1.15; letter-spacing: -0.02em; font-weight: 600;
  overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
}
p { margin: 4px 0 0; max-width: 100%; color: var(--muted); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.play {
  margin-top: clamp(10px, 3vmin, 24px); min-height: 44px; padding: 8px 22px 8px 16px; display: inline-flex; align-items: center; gap: 8px;
  border-radius: 6px; background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none;
}
.play svg { width: 20px; height: 20px; fill: currentColor; }
.flux {
  position: absolute; top: clamp(8px, 3vmin, 20px); right: clamp(8px, 3vmin, 20px); min-height: 32px; padding: 4px 12px;
  display: inline-flex; align-items: center; border-radius: 6px; border: 1px solid var(--line);
  background: oklch(0.12 0.01 255 / 0.8); color: var(--text); font-weight: 600; text-decoration: none; letter-spacing: -0.01em;
}
.play:hover { background: oklch(0.92 0.18 126); }
.flux:hover { background: oklch(0.22 0.01 255 / 0.9); }
a:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-height: 150px) { p { display: none; } .play { margin-top: 8px; min-height: 36px; } }
`;

/**
 * For a game whose own page is drawn at a fixed size: seen whole where the frame has less room, as on the play page
 * (`use-scale-to-fit.ts`), and without a script. The tangent of an angle with two sides is their quotient, a number.
 * @see https://www.w3.org/TR/css-values-4/#trig-funcs
 */
export function fittedStyles({ width, height, fillsPhones }: PageSize): string {
  const fitted = `iframe {
  --scale: min(1, tan(atan2(100vw, ${width}px)), tan(atan2(100vh, ${height}px)));
  width: calc(100vw / var(--scale)); height: calc(100vh / var(--scale)); transform: scale(var(--scale)); transform-origin: 0 0;
}`;
  return fillsPhones ? `@media not (pointer: coarse) { ${fitted} }` : fitted;
}
