import type { Painter } from './paint.ts';

/**
 * Scenes of games, drawn with the helpers of `paint.ts`. They run in a browser and cannot use anything else
 * of this module.
 */
export const plays = {
  space({ c, w, h, between, color, disc, shape, sky, glow }: Painter) {
    sky(color(0.1, 0.05), color(0.2, 0.11, 20), color(0.14, 0.08, 50));
    for (let star = 0; star < 220; star++)
      disc(between(0, w), between(0, h), between(0.4, 1.8), `rgb(255 255 255 / ${between(0.2, 0.9)})`);
    glow(w * 0.72, h * 0.4, h * 0.62, color(0.5, 0.2, 30));
    const planet = c.createRadialGradient(w * 0.62, h * 0.24, 0, w * 0.72, h * 0.4, h * 0.3);
    planet.addColorStop(0, color(0.92, 0.1, 60));
    planet.addColorStop(0.6, color(0.6, 0.19, 40));
    planet.addColorStop(1, color(0.22, 0.12));
    disc(w * 0.72, h * 0.4, h * 0.27, planet);
    c.strokeStyle = color(0.85, 0.08, 60);
    c.lineWidth = h / 70;
    c.beginPath();
    c.ellipse(w * 0.72, h * 0.4, h * 0.46, h * 0.1, -0.35, 0.15, Math.PI - 0.15);
    c.stroke();
    disc(w * 0.2, h * 0.22, h * 0.06, color(0.75, 0.03));
    disc(w * 0.22, h * 0.2, h * 0.05, color(0.62, 0.04));
    c.setLineDash([h / 50, h / 50]);
    c.lineWidth = h / 180;
    c.strokeStyle = 'oklch(0.9 0.17 126)';
    c.beginPath();
    c.ellipse(w * 0.72, h * 0.4, h * 0.55, h * 0.36, 0.3, 1.6, 3.6);
    c.stroke();
    c.setLineDash([]);
    const [x, y] = [w * 0.31, h * 0.68];
    glow(x - h * 0.05, y + h * 0.03, h * 0.13, 'oklch(0.8 0.17 60)');
    shape('#f4f6fa', [
      [x + h * 0.09, y - h * 0.06],
      [x - h * 0.03, y - h * 0.035],
      [x - h * 0.05, y + h * 0.045],
    ]);
    shape(color(0.65, 0.18, 180), [
      [x + h * 0.09, y - h * 0.06],
      [x - h * 0.05, y + h * 0.045],
      [x + h * 0.01, y + h * 0.05],
    ]);
  },
  dungeon({ c, w, h, random, between, color, fill, disc, glow }: Painter) {
    fill(color(0.1, 0.02), 0, 0, w, h);
    const size = h / 12;
    for (let row = 0; row < 12; row++)
      for (let column = 0; column < 18; column++) {
        const wall =
          row < 2 || row > 10 || column < 1 || (column > 11 && column < 13 && row !== 6) || random() < 0.05;
        const light = between(0.24, 0.3);
        fill(
          color(wall ? light + 0.16 : light, wall ? 0.05 : 0.03, wall ? 0 : 180),
          column * size,
          row * size,
          size - 1,
          size - 1,
        );
        if (wall) fill(color(0.2, 0.03), column * size, row * size + size * 0.72, size - 1, size * 0.28);
      }
    for (const [column, row] of [
      [3, 4],
      [9, 8],
      [15, 4],
    ] as const) {
      fill('oklch(0.8 0.15 80)', column * size + size * 0.2, row * size + size * 0.4, size * 0.6, size * 0.4);
      fill(
        'oklch(0.5 0.1 60)',
        column * size + size * 0.2,
        row * size + size * 0.55,
        size * 0.6,
        size * 0.08,
      );
    }
    const dark = c.createRadialGradient(w * 0.42, h * 0.54, h * 0.06, w * 0.42, h * 0.54, h * 0.72);
    dark.addColorStop(0, 'transparent');
    dark.addColorStop(1, 'rgb(4 5 9 / 0.93)');
    glow(w * 0.42, h * 0.54, h * 0.4, 'oklch(0.85 0.14 75 / 0.55)');
    fill('#f2e6cf', w * 0.42 - size * 0.3, h * 0.54 - size * 0.5, size * 0.6, size * 0.45);
    fill(color(0.55, 0.18, 160), w * 0.42 - size * 0.35, h * 0.54 - size * 0.1, size * 0.7, size * 0.55);
    for (const turn of [0, 0.28]) {
      disc(w * (0.6 + turn), h * (0.36 + turn), size * 0.36, 'oklch(0.62 0.2 25)');
      disc(w * (0.6 + turn) + size * 0.12, h * (0.36 + turn) - size * 0.08, size * 0.07, '#fff');
    }
    fill(dark, 0, 0, w, h);
    for (let heart = 0; heart < 4; heart++)
      disc(
        w * 0.06 + heart * size * 0.9,
        h * 0.08,
        size * 0.28,
        heart < 3 ? 'oklch(0.65 0.23 20)' : 'rgb(255 255 255 / 0.2)',
      );
  },
  blocks({ c, w, h, random, between, color, fill, sky }: Painter) {
    sky(color(0.2, 0.07), color(0.13, 0.05, 40));
    const size = h / 15;
    const left = (w - size * 10) / 2;
    fill('rgb(0 0 0 / 0.4)', left - 6, size, size * 10 + 12, size * 13.4);
    const block = (x: number, y: number, turn: number) => {
      fill(color(0.68, 0.18, turn), left + x * size + 1, size * (y + 1) + 1, size - 2, size - 2);
      fill(color(0.82, 0.13, turn), left + x * size + 1, size * (y + 1) + 1, size - 2, size * 0.18);
      fill(color(0.5, 0.17, turn), left + x * size + 1, size * (y + 1) + size * 0.82, size - 2, size * 0.16);
    };
    const turns = [0, 50, 110, 170, 230, 290];
    for (let column = 0; column < 10; column++) {
      const tall = 3 + Math.round(between(0, 3) + Math.sin(column) * 1.4);
      for (let row = 0; row < tall; row++)
        if (random() < 0.93) block(column, 12 - row, turns[Math.floor(between(0, 6))] ?? 0);
    }
    for (const [x, y] of [
      [4, 3],
      [5, 3],
      [5, 4],
      [6, 4],
    ] as const)
      block(x, y, 110);
    c.fillStyle = 'rgb(255 255 255 / 0.85)';
    c.font = `700 ${size * 0.9}px monospace`;
    c.fillText('18 240', left + size * 10.8, size * 2);
    c.font = `400 ${size * 0.6}px monospace`;
    c.fillText('LEVEL 7', left + size * 10.8, size * 3);
    for (let note = 0; note < 9; note++)
      fill(note % 2 ? '#0b0d12' : '#eef1f6', size * 0.4, size * (1 + note * 1.45), left * 0.55, size * 1.35);
  },
  platforms({ w, h, between, color, fill, disc, sky, ridge }: Painter) {
    sky(color(0.78, 0.1), color(0.9, 0.06, 340));
    for (let cloud = 0; cloud < 6; cloud++) {
      const [x, y, size] = [between(0, w), between(h * 0.06, h * 0.4), between(h * 0.03, h * 0.06)];
      for (const part of [-1.4, -0.5, 0.5, 1.4])
        disc(x + part * size, y + Math.abs(part) * size * 0.3, size, 'rgb(255 255 255 / 0.75)');
    }
    ridge(h * 0.7, h * 0.07, color(0.68, 0.1, 10));
    ridge(h * 0.82, h * 0.05, color(0.58, 0.12, 20));
    const size = h / 13;
    const ground = (column: number, row: number, length: number) => {
      for (let step = 0; step < length; step++) {
        fill('oklch(0.48 0.08 55)', (column + step) * size, row * size, size + 1, size);
        fill(
          'oklch(0.42 0.07 55)',
          (column + step) * size + size * 0.2,
          row * size + size * 0.5,
          size * 0.3,
          size * 0.2,
        );
        fill('oklch(0.72 0.17 135)', (column + step) * size, row * size, size + 1, size * 0.28);
      }
    };
    for (let row = 11; row < 13; row++) {
      ground(0, row, 7);
      ground(10, row, 12);
    }
    ground(4, 8, 3);
    ground(9, 6, 4);
    ground(14, 8, 2);
    for (let coin = 0; coin < 7; coin++) {
      disc((9.4 + coin * 0.9) * size, (coin < 4 ? 4.9 : 6.9) * size, size * 0.28, 'oklch(0.85 0.17 90)');
      disc((9.4 + coin * 0.9) * size, (coin < 4 ? 4.9 : 6.9) * size, size * 0.15, 'oklch(0.7 0.16 75)');
    }
    const [x, y] = [size * 5.2, size * 6.6];
    fill(color(0.6, 0.19, 180), x, y, size, size * 0.9);
    fill('#10151d', x + size * 0.12, y + size * 0.16, size * 0.76, size * 0.38);
    for (const eye of [0.28, 0.62])
      fill('oklch(0.9 0.2 126)', x + size * eye, y + size * 0.24, size * 0.13, size * 0.2);
    fill('#2a303c', x + size * 0.12, y + size * 0.9, size * 0.26, size * 0.4);
    fill('#2a303c', x + size * 0.62, y + size * 0.9, size * 0.26, size * 0.4);
  },
};
