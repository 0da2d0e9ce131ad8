interface Particle {
  /** Of the canvas, 0 to 1. */
  x: number;
  y: number;
  /** 0 is the background: small, faint and slow. */
  depth: number;
  phase: number;
}

const count = 46;
const millisecondsPerFrame = 1_000 / 30;
/** WCAG 2.2.2: an animation of more than five seconds needs a control to stop it. */
const driftSeconds = 4.5;

/**
 * Animates particles that slow down and then stay in place. Clears them when signal or when the user prefers reduced motion.
 * Pauses while the canvas is not visible.
 */
export function animateParticles(canvas: HTMLCanvasElement, signal: AbortSignal): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const particles = Array.from({ length: count }, createParticle);
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  let frame = 0;
  let drawnAt = 0;
  let left = driftSeconds;
  const draw = (now: number) => {
    frame = left > 0 ? requestAnimationFrame(draw) : 0;
    if (now - drawnAt < millisecondsPerFrame) return;
    // After a pause the particles continue from their positions.
    const elapsed = Math.min(now - drawnAt, 100) / 1_000;
    drawnAt = now;
    left -= elapsed;
    const speed = Math.max(left, 0) / driftSeconds;
    for (const particle of particles) move(particle, elapsed * speed);
    paint(canvas, context, particles, now / 1_000);
  };
  const pause = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  const observer = new IntersectionObserver(([entry]) => {
    pause();
    if (entry?.isIntersecting && left > 0 && !reducedMotion.matches) frame = requestAnimationFrame(draw);
  });
  observer.observe(canvas);
  const stop = () => {
    pause();
    observer.disconnect();
    context.clearRect(0, 0, canvas.width, canvas.height);
  };
  signal.addEventListener('abort', stop);
  reducedMotion.addEventListener('change', stop, { once: true, signal: signal });
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
