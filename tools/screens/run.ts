import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { wholeBrowser } from '../../playwright.config.ts';
import { capture } from './capture.ts';
import { makeIndex } from './index-page.ts';
import { screens } from './manifest.ts';
import { type Options, readOptions, usage } from './options.ts';
import { openSeededInstance, type SeededInstance } from './snapshot.ts';

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error, `\n\n${usage}`);
  process.exitCode = 1;
}

async function run(options: Options): Promise<void> {
  const { only } = options;
  const chosen = screens.filter(
    ({ name }) => only.length === 0 || only.some((word) => name.startsWith(word)),
  );
  if (chosen.length === 0) throw new Error(`No screen begins with ${only.join(' or ')}.`);
  if (options.list) {
    for (const { name, route } of chosen) console.log(`${name.padEnd(40)}${route}`);
    return;
  }
  const browser = await chromium.launch({
    ...wholeBrowser,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  // Without its browser the run must end, so that Flux stops and its folder is removed.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void browser.close());
  let filled: SeededInstance | null = null;
  try {
    filled = await openSeededInstance(browser, options.kept, options.fresh);
    const { world, seeds } = filled;
    console.error(`Flux runs at ${world.url}`);
    if (only.length === 0) await rm(options.out, { recursive: true, force: true });
    const shots = await capture({ browser, world, seeds, options }, chosen);
    await writeFile(join(options.out, 'index.html'), makeIndex(chosen, shots, options));
    const failed = shots.filter(({ problem }) => problem);
    console.error(`${shots.length - failed.length} pictures in ${join(options.out, 'index.html')}`);
    if (failed.length > 0) {
      console.error(`${failed.length} could not be taken:`);
      for (const { file, problem } of failed) console.error(`  ${file}: ${problem}`);
      process.exitCode = 1;
    }
    if (options.stay && browser.isConnected()) await stay(browser, world.url);
  } finally {
    await browser.close();
    await filled?.close();
  }
}

async function stay(browser: Browser, url: string): Promise<void> {
  console.error(`Flux stays at ${url} until Ctrl+C.`);
  await new Promise<void>((resolve) => browser.once('disconnected', () => resolve()));
}
