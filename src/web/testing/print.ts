import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

interface Session {
  send(method: 'Emulation.setEmulatedMedia', parameters: { media: string }): Promise<unknown>;
}

/** Until the end of the test the page uses print styles. */
export async function emulatePrint(): Promise<void> {
  const show = (media: string) => (cdp() as Session).send('Emulation.setEmulatedMedia', { media });
  onTestFinished(async () => void (await show('')));
  await show('print');
}
