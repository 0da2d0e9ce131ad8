import { useEffect, useRef } from 'react';
import { cn } from '../lib/cn.ts';

/** A light cone with particles behind a headline. Decorative: the particles load after the page, and may fail to. */
export function LightField({ className }: { className?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const controller = new AbortController();
    startParticles(canvas.current, controller.signal).catch((error: unknown) => {
      // biome-ignore lint/suspicious/noConsole: a missing decoration needs no message on the page
      console.warn('The decoration could not be loaded.', error);
    });
    return () => controller.abort();
  }, []);
  return (
    <div aria-hidden="true" className={cn('light-field', className)}>
      <canvas ref={canvas} className="absolute inset-0 size-full text-text" />
    </div>
  );
}

/** Particles would delay the first load on phones. */
const withoutParticles = '(prefers-reduced-motion: reduce), (width < 48rem)';

async function startParticles(canvas: HTMLCanvasElement | null, controller: AbortSignal): Promise<void> {
  if (!canvas || matchMedia(withoutParticles).matches) return;
  const { animateParticles } = await import('./particles.ts');
  if (!controller.aborted) animateParticles(canvas, controller);
}
