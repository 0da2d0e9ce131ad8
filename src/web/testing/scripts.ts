import { onTestFinished } from 'vitest';
import { commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** From `vitest.components.ts`. */
    blockScripts: (texts: string[]) => Promise<void>;
  }
}

/**
 * Scripts whose address contains one of these texts are not loaded: until the returned function is called, or until the
 * end of the test. A script that an earlier test of the file loaded is not requested again.
 */
export async function blockScripts(...texts: string[]): Promise<() => Promise<void>> {
  const allow = () => commands.blockScripts([]);
  onTestFinished(allow);
  await commands.blockScripts(texts);
  return allow;
}
