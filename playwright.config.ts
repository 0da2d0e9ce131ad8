import { defineConfig } from '@playwright/test';
import { chromiumArgs } from './e2e/chromium.ts';
import { memoryFolder } from './src/server/testing/measures/memory-folder.ts';

process.env.TMPDIR ??= memoryFolder();

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** Chromium without windows, which draws pages by the same engine for less. */
const headlessShell = process.env.HEADLESS_SHELL_PATH ?? chromium;
/** Journeys that are about more than pages: what a browser asks people for, keeps apart, and does with its windows. */
const ofWholeBrowser = [
  '**/isolation*.spec.ts',
  '**/offline.spec.ts',
  '**/publish-and-play.spec.ts',
  '**/real-build.spec.ts',
  '**/sign-in.spec.ts',
  '**/thumbnail.spec.ts',
];
/** Journeys in which scripts hash megabytes. Without optimisation that takes seconds for each megabyte. */
const hashing = ['**/changes.spec.ts', '**/chosen.spec.ts'];
/** As people have it, windows and all. */
export const wholeBrowser = { args: chromiumArgs, executablePath: chromium };
/** Pages of a journey are over before what their scripts would gain by being optimised makes up for it. */
const unoptimised = '--js-flags=--no-opt,--no-maglev';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // A journey brings its own Flux and waits for it often; more than two of them only slow one another down.
  workers: 2,
  // Generous: a busy machine of two cores must not look like a defect.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // What moves for decoration alone is drawn by the processor here; journeys about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'pages',
      testIgnore: [...ofWholeBrowser, ...hashing],
      use: { launchOptions: { args: [...chromiumArgs, unoptimised], executablePath: headlessShell } },
    },
    {
      name: 'optimised scripts',
      testMatch: hashing,
      use: { launchOptions: { args: chromiumArgs, executablePath: headlessShell } },
    },
    {
      name: 'whole browser',
      testMatch: ofWholeBrowser,
      use: { launchOptions: wholeBrowser },
    },
  ],
});
