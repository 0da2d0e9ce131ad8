import { useEffect, useRef } from 'react';
import { cn } from '../lib/cn.ts';

/**
 * The light of a projector behind a headline, and dust that drifts through it. Decoration: the dust comes by a script
 * of its own, after the page, and where it does not come nobody misses it.
 */
export function LightField({ className }: { className?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const stopped = new AbortController();
    startParticles(canvas.current, stopped.signal).catch((error: unknown) => {
      // biome-ignore lint/suspicious/noConsole: nobody is told of it but whoever looks here
      console.warn('The decoration could not be loaded.', error);
    });
    return () => stopped.abort();
  }, []);
  return (
    <div aria-hidden="true" className={cn('light-field', className)}>
      <canvas ref={canvas} className="absolute inset-0 size-full text-text" />
    </div>
  );
}

/** A phone's processor has better things to do as the page begins than to draw what hardly fits beside the words. */
const withoutParticles = '(prefers-reduced-motion: reduce), (width < 48rem)';

async function startParticles(canvas: HTMLCanvasElement | null, stopped: AbortSignal): Promise<void> {
  if (!canvas || matchMedia(withoutParticles).matches) return;
  const { animateParticles: drift } = await import('./particles.ts');
  if (!stopped.aborted) drift(canvas, stopped);
}
