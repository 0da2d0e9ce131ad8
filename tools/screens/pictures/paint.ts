export type Painter = ReturnType<typeof paintOn>;

/** Drawing helpers of the scenes, in the colours of a hue. Random numbers are deterministic per seed. */
export function paintOn(canvas: HTMLCanvasElement, hue: number, seed: number) {
  const c = canvas.getContext('2d');
  if (!c) throw new Error('This browser draws nothing on a canvas.');
  const { width: w, height: h } = canvas;
  let state = seed;
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
  return { c, w, h, random, between, color, fill, disc, shape, sky, glow, ridge };
}
