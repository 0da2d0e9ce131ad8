export type SceneName =
  | 'space'
  | 'dungeon'
  | 'road'
  | 'sea'
  | 'city'
  | 'forest'
  | 'peaks'
  | 'blocks'
  | 'platforms';

/**
 * Draws what could be a moment of a game, the same for the same words every time. It runs in a browser, in a page of
 * its own: nothing of what stands around it is there.
 */
export function drawScene(canvas: HTMLCanvasElement, scene: SceneName, hue: number): void {
  const found = canvas.getContext('2d');
  if (!found) return;
  const c = found;
  const { width: w, height: h } = canvas;
  let state = hue * 7919 + scene.length * 104_729 + 1;
  const random = () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d);
    state = Math.imul(state ^ (state >>> 12), 0x297a_2d39);
    state ^= state >>> 15;
    return (state >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + random() * (most - least);
  const color = (light: number, chroma = 0.1, turn = 0) => `oklch(${light} ${chroma} ${(hue + turn) % 360})`;
  const fill = (style: string | CanvasGradient, x: number, y: number, width: number, height: number) => {
    c.fillStyle = style;
    c.fillRect(x, y, width, height);
  };
  const disc = (x: number, y: number, radius: number, style: string | CanvasGradient) => {
    c.fillStyle = style;
    c.beginPath();
    c.arc(x, y, radius, 0, Math.PI * 2);
    c.fill();
  };
  const shape = (style: string | CanvasGradient, points: readonly (readonly [number, number])[]) => {
    c.fillStyle = style;
    c.beginPath();
    for (const [x, y] of points) c.lineTo(x, y);
    c.fill();
  };
  const sky = (...stops: readonly string[]) => {
    const gradient = c.createLinearGradient(0, 0, 0, h);
    stops.forEach((stop, index) => void gradient.addColorStop(index / (stops.length - 1), stop));
    fill(gradient, 0, 0, w, h);
  };
  const glow = (x: number, y: number, radius: number, style: string) => {
    const gradient = c.createRadialGradient(x, y, 0, x, y, radius);
    gradient.addColorStop(0, style);
    gradient.addColorStop(1, 'transparent');
    fill(gradient, x - radius, y - radius, radius * 2, radius * 2);
  };
  const ridge = (base: number, rough: number, style: string | CanvasGradient) => {
    const points: [number, number][] = [[0, h]];
    const shift = between(0, 9);
    for (let x = 0; x <= w; x += w / 60) {
      const wave =
        Math.sin((x / w) * 5 + shift) + Math.sin((x / w) * 13 + shift * 2) / 2 + between(-0.3, 0.3);
      points.push([x, base - wave * rough]);
    }
    shape(style, [...points, [w, h]]);
  };

  const scenes: Record<SceneName, () => void> = {
    space() {
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
    dungeon() {
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
        fill(
          'oklch(0.8 0.15 80)',
          column * size + size * 0.2,
          row * size + size * 0.4,
          size * 0.6,
          size * 0.4,
        );
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
    road() {
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
    sea() {
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
        const [x, y, size] = [
          between(w * 0.05, w),
          between(h * 0.15, h * 0.78),
          between(h * 0.012, h * 0.05),
        ];
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
    city() {
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
    forest() {
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
    peaks() {
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
    blocks() {
      sky(color(0.2, 0.07), color(0.13, 0.05, 40));
      const size = h / 15;
      const left = (w - size * 10) / 2;
      fill('rgb(0 0 0 / 0.4)', left - 6, size, size * 10 + 12, size * 13.4);
      const block = (x: number, y: number, turn: number) => {
        fill(color(0.68, 0.18, turn), left + x * size + 1, size * (y + 1) + 1, size - 2, size - 2);
        fill(color(0.82, 0.13, turn), left + x * size + 1, size * (y + 1) + 1, size - 2, size * 0.18);
        fill(
          color(0.5, 0.17, turn),
          left + x * size + 1,
          size * (y + 1) + size * 0.82,
          size - 2,
          size * 0.16,
        );
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
        fill(
          note % 2 ? '#0b0d12' : '#eef1f6',
          size * 0.4,
          size * (1 + note * 1.45),
          left * 0.55,
          size * 1.35,
        );
    },
    platforms() {
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
  scenes[scene]();
}
