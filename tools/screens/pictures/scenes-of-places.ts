import type { Painter } from './paint.ts';

/**
 * Scenes of games, drawn with the helpers of `paint.ts`. They run in a browser and cannot use anything else
 * of this module.
 */
export const places = {
  city({ w, h, random, between, color, fill, disc, shape, sky }: Painter) {
    sky(color(0.4, 0.1, 30), color(0.74, 0.12, 10), color(0.9, 0.08, 40));
    disc(w * 0.74, h * 0.3, h * 0.11, color(0.96, 0.07, 50));
    const tile = w / 11;
    for (let row = 0; row < 8; row++)
      for (let column = -1; column < 12; column++) {
        const x = column * tile + (row % 2 ? tile / 2 : 0);
        const y = h * 0.5 + row * tile * 0.42;
        const tall = random() < 0.75 ? between(0.2, 1.7) * tile : 0;
        const turn = between(-40, 40);
        const half = tile * 0.46;
        const quarter = tile * 0.23;
        shape(color(0.4, 0.05, turn), [
          [x, y],
          [x + half, y + quarter],
          [x, y + quarter * 2],
          [x - half, y + quarter],
        ]);
        if (tall === 0) {
          disc(x, y + quarter * 0.6, quarter * 0.9, 'oklch(0.55 0.13 145)');
          continue;
        }
        shape(color(0.48, 0.09, turn), [
          [x - half, y + quarter],
          [x, y + quarter * 2],
          [x, y + quarter * 2 - tall],
          [x - half, y + quarter - tall],
        ]);
        shape(color(0.36, 0.08, turn), [
          [x + half, y + quarter],
          [x, y + quarter * 2],
          [x, y + quarter * 2 - tall],
          [x + half, y + quarter - tall],
        ]);
        shape(color(0.7, 0.12, turn), [
          [x, y - tall],
          [x + half, y + quarter - tall],
          [x, y + quarter * 2 - tall],
          [x - half, y + quarter - tall],
        ]);
        for (let up = tile * 0.2; up < tall - 4; up += tile * 0.22)
          for (let across = 0.2; across < 0.9; across += 0.3)
            if (random() < 0.6)
              fill(
                'oklch(0.9 0.12 90)',
                x - half + half * across,
                y + quarter + quarter * across - up,
                half * 0.14,
                tile * 0.08,
              );
      }
  },
  forest({ w, h, between, color, disc, shape, sky, glow, ridge }: Painter) {
    sky(color(0.2, 0.07, 40), color(0.42, 0.09, 20), color(0.75, 0.11, 330));
    disc(w * 0.3, h * 0.28, h * 0.08, '#f6efdc');
    glow(w * 0.3, h * 0.28, h * 0.36, 'rgb(255 250 225 / 0.35)');
    for (let layer = 0; layer < 5; layer++) {
      const style = color(0.44 - layer * 0.08, 0.07, layer * 6);
      const base = h * (0.62 + layer * 0.09);
      ridge(base, h * 0.02, style);
      for (let tree = 0; tree < 26 - layer * 4; tree++) {
        const [x, tall] = [between(-20, w + 20), between(0.12, 0.2) * h * (1 + layer * 0.3)];
        for (let part = 0; part < 3; part++) {
          const [top, half] = [base - tall + (part * tall) / 4, tall * (0.12 + part * 0.07)];
          shape(style, [
            [x, top],
            [x + half, top + tall * 0.45],
            [x - half, top + tall * 0.45],
          ]);
        }
      }
    }
    const [x, y] = [w * 0.6, h * 0.88];
    glow(x, y, h * 0.3, 'oklch(0.8 0.17 60 / 0.8)');
    shape('oklch(0.75 0.2 50)', [
      [x - h * 0.04, y + h * 0.04],
      [x, y - h * 0.09],
      [x + h * 0.04, y + h * 0.04],
    ]);
    shape('oklch(0.93 0.13 95)', [
      [x - h * 0.02, y + h * 0.04],
      [x, y - h * 0.03],
      [x + h * 0.02, y + h * 0.04],
    ]);
    for (let spark = 0; spark < 40; spark++)
      disc(between(0, w), between(h * 0.2, h), between(0.6, 2.4), 'rgb(255 240 200 / 0.7)');
  },
  peaks({ c, w, h, between, color, disc, shape, sky, glow }: Painter) {
    sky(color(0.62, 0.12), color(0.82, 0.08, 340), color(0.95, 0.04, 60));
    for (let layer = 0; layer < 4; layer++) {
      const base = h * (0.62 + layer * 0.13);
      for (let peak = 0; peak < 4; peak++) {
        const [x, tall] = [
          w * (peak * 0.31 + between(-0.1, 0.1)),
          h * between(0.25, 0.46) * (1 - layer * 0.12),
        ];
        const half = tall * between(0.75, 1);
        shape(color(0.66 - layer * 0.13, 0.06), [
          [x - half, base + h],
          [x - half, base],
          [x, base - tall],
          [x + half, base],
          [x + half, base + h],
        ]);
        shape(color(0.56 - layer * 0.13, 0.07, 10), [
          [x, base - tall],
          [x + half, base],
          [x + half, base + h],
          [x + half * 0.1, base + h],
        ]);
        shape('rgb(255 255 255 / 0.9)', [
          [x, base - tall],
          [x + half * 0.3, base - tall * 0.7],
          [x + half * 0.1, base - tall * 0.76],
          [x - half * 0.06, base - tall * 0.66],
          [x - half * 0.3, base - tall * 0.7],
        ]);
      }
      glow(w / 2, base, w * 0.6, 'rgb(255 255 255 / 0.12)');
    }
    c.strokeStyle = 'oklch(0.6 0.24 25)';
    c.lineWidth = h / 110;
    c.beginPath();
    c.moveTo(w * 0.44, h * 0.98);
    c.bezierCurveTo(w * 0.5, h * 0.8, w * 0.54, h * 0.86, w * 0.6, h * 0.64);
    c.stroke();
    disc(w * 0.6, h * 0.62, h * 0.026, '#2b2f3a');
    disc(w * 0.6, h * 0.575, h * 0.02, 'oklch(0.8 0.17 75)');
  },
  sea({ c, w, h, between, color, disc, shape, sky, ridge }: Painter) {
    sky(color(0.85, 0.09, 350), color(0.55, 0.13), color(0.22, 0.09, 20));
    for (let ray = 0; ray < 7; ray++) {
      const x = between(0, w);
      shape('rgb(255 255 255 / 0.07)', [
        [x, 0],
        [x + w * 0.05, 0],
        [x + w * 0.2, h],
        [x + w * 0.02, h],
      ]);
    }
    ridge(h * 0.86, h * 0.05, color(0.32, 0.07, 10));
    for (let coral = 0; coral < 26; coral++) {
      const [x, size] = [between(0, w), between(h * 0.03, h * 0.13)];
      c.strokeStyle = `oklch(${between(0.5, 0.75)} 0.19 ${between(0, 1) < 0.5 ? between(0, 50) : between(300, 350)})`;
      c.lineWidth = size / 5;
      c.lineCap = 'round';
      c.beginPath();
      for (const lean of [-0.5, 0, 0.5]) {
        c.moveTo(x, h * 0.95);
        c.quadraticCurveTo(x, h * 0.95 - size, x + lean * size, h * 0.93 - size * 1.3);
      }
      c.stroke();
    }
    ridge(h * 0.97, h * 0.02, color(0.2, 0.05, 10));
    for (let fish = 0; fish < 16; fish++) {
      const [x, y, size] = [between(w * 0.05, w), between(h * 0.15, h * 0.78), between(h * 0.012, h * 0.05)];
      const style = `oklch(0.8 0.17 ${fish % 3 ? 65 : 110})`;
      c.fillStyle = style;
      c.beginPath();
      c.ellipse(x, y, size * 1.6, size * 0.8, 0, 0, Math.PI * 2);
      c.fill();
      shape(style, [
        [x - size * 1.2, y],
        [x - size * 2.4, y - size * 0.8],
        [x - size * 2.4, y + size * 0.8],
      ]);
      disc(x + size * 0.9, y - size * 0.15, size * 0.16, '#10202c');
    }
    for (let bubble = 0; bubble < 30; bubble++)
      disc(between(0, w), between(0, h), between(1, 5), 'rgb(255 255 255 / 0.25)');
  },
  road({ c, w, h, color, fill, disc, shape, sky, ridge }: Painter) {
    sky(color(0.32, 0.16, 300), color(0.6, 0.2, 330), color(0.85, 0.15, 20));
    const horizon = h * 0.56;
    const sun = c.createLinearGradient(0, h * 0.2, 0, horizon);
    sun.addColorStop(0, 'oklch(0.95 0.13 95)');
    sun.addColorStop(1, 'oklch(0.7 0.22 20)');
    disc(w / 2, horizon - h * 0.08, h * 0.22, sun);
    for (let line = 0; line < 5; line++)
      fill(color(0.7, 0.19, 350), 0, horizon - h * 0.02 - line * h * 0.045, w, h * 0.012 - line);
    ridge(horizon, h * 0.06, color(0.3, 0.12, 300));
    fill(color(0.4, 0.1, 20), 0, horizon, w, h);
    for (let band = 0; band < 14; band++) {
      const [top, bottom] = [
        horizon + (h - horizon) * (band / 14) ** 2,
        horizon + (h - horizon) * ((band + 1) / 14) ** 2,
      ];
      const reach = (y: number) => ((y - horizon) / (h - horizon)) * w * 0.48 + w * 0.012;
      if (band % 2) fill(color(0.44, 0.11, 20), 0, top, w, bottom - top);
      const across = (part: number, style: string) =>
        shape(style, [
          [w / 2 - reach(top) * part, top],
          [w / 2 + reach(top) * part, top],
          [w / 2 + reach(bottom) * part, bottom],
          [w / 2 - reach(bottom) * part, bottom],
        ]);
      across(1.1, band % 2 ? '#f4f1ee' : 'oklch(0.6 0.22 25)');
      across(1, 'oklch(0.28 0.02 280)');
      if (band % 2) across(0.03, '#f4f1ee');
    }
    const [x, y, s] = [w * 0.56, h * 0.84, h * 0.1];
    disc(x, y + s * 0.55, s * 1.1, 'rgb(0 0 0 / 0.25)');
    shape(color(0.62, 0.22, 200), [
      [x - s, y],
      [x - s * 0.65, y - s * 0.7],
      [x + s * 0.65, y - s * 0.7],
      [x + s, y],
      [x + s, y + s * 0.5],
      [x - s, y + s * 0.5],
    ]);
    shape('oklch(0.3 0.03 250)', [
      [x - s * 0.75, y - s * 0.05],
      [x - s * 0.55, y - s * 0.58],
      [x + s * 0.55, y - s * 0.58],
      [x + s * 0.75, y - s * 0.05],
    ]);
    for (const side of [-1, 1]) {
      fill('oklch(0.65 0.25 25)', x + side * s * 0.72 - s * 0.18, y + s * 0.1, s * 0.36, s * 0.16);
      fill('#111', x + side * s * 0.75 - s * 0.2, y + s * 0.45, s * 0.4, s * 0.25);
    }
  },
};
