import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';
import { expect } from './test.ts';

interface Session {
  send(
    method: 'Emulation.setEmulatedMedia',
    parameters: { features: { name: string; value: string }[] },
  ): Promise<unknown>;
  send(method: 'Emulation.setTouchEmulationEnabled', parameters: { enabled: boolean }): Promise<unknown>;
}

/** Sets reduced motion until the end of the test; the default of tests is reduced. */
export async function setReducedMotion(value: 'no-preference' | 'reduce'): Promise<void> {
  const ask = (motion: string) =>
    (cdp() as Session).send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: motion }],
    });
  onTestFinished(async () => void (await ask('reduce')));
  await ask(value);
}

/** Until the end of the test the screen is a touch screen without a mouse. */
export async function emulateTouch(): Promise<void> {
  const emulate = (enabled: boolean) =>
    (cdp() as Session).send('Emulation.setTouchEmulationEnabled', { enabled });
  onTestFinished(async () => void (await emulate(false)));
  await emulate(true);
  await expect.poll(() => matchMedia('(pointer: coarse)').matches).toBe(true);
}
