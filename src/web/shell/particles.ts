interface Particle {
  /** Of the canvas, 0 to 1. */
  x: number;
  y: number;
  /** 0 is far away: small, faint and slow. */
  depth: number;
  phase: number;
}

const count = 46;
const millisecondsPerFrame = 1_000 / 30;
/** What moves by itself for longer than five seconds would need a way to stop it. */
const driftSeconds = 4.5;

/**
 * Draws dust that drifts through the projector's light, ever slower, and then hangs there. It is gone when it is stopped or
 * the person asks for less motion, and waits while nobody sees it.
 */
export function animateParticles(canvas: HTMLCanvasElement, stopped: AbortSignal): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const motes = Array.from({ length: count }, createParticle);
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  let frame = 0;
  let drawnAt = 0;
  let left = driftSeconds;
  const draw = (now: number) => {
    frame = left > 0 ? requestAnimationFrame(draw) : 0;
    if (now - drawnAt < millisecondsPerFrame) return;
    // After a rest the dust goes on from where it hung.
    const elapsed = Math.min(now - drawnAt, 100) / 1_000;
    drawnAt = now;
    left -= elapsed;
    const speed = Math.max(left, 0) / driftSeconds;
    for (const particle of motes) move(particle, elapsed * speed);
    paint(canvas, context, motes, now / 1_000);
  };
  const rest = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  const seen = new IntersectionObserver(([entry]) => {
    rest();
    if (entry?.isIntersecting && left > 0 && !stillness.matches) frame = requestAnimationFrame(draw);
  });
  seen.observe(canvas);
  const stop = () => {
    rest();
    seen.disconnect();
    context.clearRect(0, 0, canvas.width, canvas.height);
  };
  stopped.addEventListener('abort', stop);
  stillness.addEventListener('change', stop, { once: true, signal: stopped });
}

function createParticle(): Particle {
  return { x: Math.random(), y: Math.random(), depth: Math.random(), phase: Math.random() * 2 * Math.PI };
}

function move(particle: Particle, seconds: number): void {
  const speed = 0.012 + 0.036 * particle.depth;
  particle.x = (particle.x - speed * seconds + 1) % 1;
  particle.y = (particle.y - speed * 0.6 * seconds + 1) % 1;
}

function paint(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  particles: readonly Particle[],
  seconds: number,
): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.clearRect(0, 0, width, height);
  // Read each time: the theme may have changed.
  context.fillStyle = getComputedStyle(canvas).color;
  for (const { x, y, depth, phase } of particles) {
    context.globalAlpha = (0.15 + 0.45 * depth) * (0.6 + 0.4 * Math.sin(seconds * 0.8 + phase));
    context.beginPath();
    context.arc(x * width, y * height, 0.6 + 1.4 * depth, 0, 2 * Math.PI);
    context.fill();
  }
}
