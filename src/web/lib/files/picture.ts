/** One filled or stroked path of a picture, in a field of 400 × 300. */
export interface Stroke {
  d: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
  opacity?: number;
}

export interface Picture {
  background: string;
  ink: string;
  strokes: Stroke[];
}

export const pictureWidth = 400;
export const pictureHeight = 300;

interface Palette {
  deep: string;
  mid: string;
  bright: string;
  spark: string;
}

type Random = () => number;
type Painter = (random: Random, palette: Palette) => Stroke[];

/**
 * Generates the replacement of a missing thumbnail. The same seed must give the same picture, everywhere and
 * always.
 */
export function pictureOf(seed: string): Picture {
  const random = randomFrom(seed);
  const palette = paletteAt(Math.floor(random() * 24) * 15);
  const painter = painters[Math.floor(random() * painters.length)] ?? orbits;
  return { background: palette.deep, ink: palette.spark, strokes: painter(random, palette) };
}

function paletteAt(hue: number): Palette {
  const at = (lightness: number, chroma: number, turn: number) =>
    `oklch(${lightness} ${chroma} ${(hue + turn) % 360})`;
  return {
    deep: at(0.24, 0.06, 0),
    mid: at(0.42, 0.11, 20),
    bright: at(0.7, 0.16, 45),
    spark: at(0.9, 0.13, 100),
  };
}

/** FNV-1a into mulberry32: small, well known, and equal in every browser. */
function randomFrom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function circle(x: number, y: number, radius: number): string {
  const [left, right] = [round(x - radius), round(x + radius)];
  const r = round(radius);
  return `M${left} ${round(y)}A${r} ${r} 0 1 1 ${right} ${round(y)}A${r} ${r} 0 1 1 ${left} ${round(y)}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function orbits(random: Random, { mid, bright, spark }: Palette): Stroke[] {
  const x = 180 + random() * 180;
  const y = 60 + random() * 140;
  const strokes: Stroke[] = [{ d: circle(x, y, 30 + random() * 26), fill: bright }];
  for (let ring = 1; ring <= 6; ring++) {
    const radius = 50 + ring * (26 + random() * 14);
    const angle = random() * Math.PI * 2;
    strokes.push({ d: circle(x, y, radius), stroke: mid, strokeWidth: 2 });
    strokes.push({
      d: circle(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius, 3 + random() * 8),
      fill: ring % 2 ? spark : bright,
    });
  }
  return strokes;
}

function horizon(random: Random, { mid, bright, spark }: Palette): Stroke[] {
  const x = 120 + random() * 200;
  const line = 180 + random() * 30;
  const strokes: Stroke[] = [];
  for (let star = 0; star < 26; star++)
    strokes.push({
      d: circle(random() * 400, random() * 150, 0.8 + random() * 1.2),
      fill: spark,
      opacity: 0.8,
    });
  strokes.push({ d: circle(x, line - 20, 70 + random() * 30), fill: bright });
  strokes.push({ d: `M0 ${round(line)}H400V300H0Z`, fill: mid });
  for (let row = 0; row < 6; row++) {
    const y = line + 6 + row * row * 3.6;
    strokes.push({ d: `M0 ${round(y)}H400`, stroke: spark, strokeWidth: 1.2, opacity: 0.55 });
  }
  for (let ray = -9; ray <= 9; ray++)
    strokes.push({
      d: `M${round(x + ray * 9)} ${round(line)}L${round(x + ray * 74)} 300`,
      stroke: spark,
      strokeWidth: 1.2,
      opacity: 0.4,
    });
  return strokes;
}

function tiles(random: Random, { mid, bright, spark }: Palette): Stroke[] {
  const strokes: Stroke[] = [];
  for (let x = 0; x < 400; x += 50) {
    for (let y = 0; y < 300; y += 50) {
      const [stroke, turned] = [random() < 0.16 ? spark : random() < 0.4 ? bright : mid, random() < 0.5];
      const d = turned
        ? `M${x + 25} ${y}A25 25 0 0 1 ${x} ${y + 25}M${x + 50} ${y + 25}A25 25 0 0 0 ${x + 25} ${y + 50}`
        : `M${x + 25} ${y}A25 25 0 0 0 ${x + 50} ${y + 25}M${x} ${y + 25}A25 25 0 0 1 ${x + 25} ${y + 50}`;
      strokes.push({ d, stroke, strokeWidth: 9 });
    }
  }
  return strokes;
}

function peaks(random: Random, { mid, bright, spark }: Palette): Stroke[] {
  const strokes: Stroke[] = [
    { d: circle(60 + random() * 280, 50 + random() * 50, 18 + random() * 16), fill: spark },
  ];
  for (const [layer, fill] of [bright, mid].entries()) {
    const base = 110 + layer * 75;
    let d = 'M0 300';
    for (let x = -20; x <= 420; x += 55) d += `L${x + round(random() * 30)} ${round(base + random() * 90)}`;
    strokes.push({ d: `${d}L400 300Z`, fill, opacity: layer === 0 ? 0.75 : 1 });
  }
  return strokes;
}

/** A mirrored pixel creature, as in early arcade games. */
function creature(random: Random, { mid, bright, spark }: Palette): Stroke[] {
  const size = 22;
  // Slightly larger than its place, so that no seam is visible.
  const tile = size + 0.4;
  const strokes: Stroke[] = [];
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 5; column++) {
      const value = random();
      if (value < 0.42) continue;
      const fill = value > 0.9 ? spark : value > 0.62 ? bright : mid;
      const y = 51 + row * size;
      for (const x of new Set([column, 8 - column]))
        strokes.push({ d: `M${101 + x * size} ${y}h${tile}v${tile}h-${tile}Z`, fill });
    }
  }
  return strokes;
}

function waves(random: Random, { mid, bright, spark }: Palette): Stroke[] {
  const phase = random() * Math.PI * 2;
  const bend = 0.012 + random() * 0.012;
  return Array.from({ length: 17 }, (_, index) => {
    const y = 10 + index * 18;
    let d = '';
    for (let x = -10; x <= 410; x += 20) {
      const height = Math.sin(x * bend + phase + index * 0.28) * (6 + index * 1.6);
      d += `${d ? 'L' : 'M'}${x} ${round(y + height)}`;
    }
    const stroke = index % 6 === 3 ? spark : index % 2 ? bright : mid;
    return { d, stroke, strokeWidth: 2 + (index % 3) };
  });
}

const painters: Painter[] = [orbits, horizon, tiles, peaks, creature, waves];
