import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './setup.mjs';

const chromium = {
  title: 'Chromium or Chrome',
  variable: 'CHROMIUM_PATH',
  debian: 'chromium',
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  macApps: ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'],
};

/** Chromium headless shell, from the same source. */
const headlessShell = {
  title: 'Chromium without windows',
  variable: 'HEADLESS_SHELL_PATH',
  debian: 'chromium-headless-shell',
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
  macApps: [],
};

const firefox = {
  title: 'Firefox',
  variable: 'FIREFOX_PATH',
  debian: 'firefox-esr',
  names: ['firefox-esr', 'firefox'],
  macApps: ['Firefox.app/Contents/MacOS/firefox'],
};

/** The driver starts the browser. */
const webKitDriver = {
  title: 'the WebDriver of WebKitGTK',
  variable: 'WEBKIT_DRIVER_PATH',
  debian: 'webkit2gtk-driver',
  names: ['WebKitWebDriver'],
  macApps: [],
};

/** @throws SetupError */
export const findChromium = () => find(chromium);

/**
 * The browsers of the end-to-end tests. Most tests use the Chromium headless shell if it is installed,
 * because it needs less memory.
 * @returns {Record<string, string>} environment variables with their paths
 * @throws SetupError
 */
export const findTestBrowsers = () => ({
  [chromium.variable]: findChromium(),
  [headlessShell.variable]: attempt(headlessShell) ?? findChromium(),
  [firefox.variable]: find(firefox),
});

/**
 * The WebDriver of the third browser.
 * @throws SetupError
 */
export const findWebKitDriver = () => find(webKitDriver);

/** @throws SetupError if it is missing */
function find(browser) {
  const found = attempt(browser);
  if (found) return found;
  throw new SetupError(
    `The browser tests need ${browser.title}, and none was found. Please install it (as in \`apt-get install ${browser.debian}\`), or name it by ${browser.variable}.`,
  );
}

/**
 * The browser named by its variable, or one of this machine. On Debian and derivatives, root installs the
 * distribution's. Null if there is none.
 */
function attempt(browser) {
  const named = process.env[browser.variable];
  if (named) {
    if (existsSync(named)) return named;
    throw new SetupError(`${browser.variable} is '${named}', and there is no such file.`);
  }
  const found = installed(browser);
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error(`Installing ${browser.title} for the browser tests …`);
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', browser.debian]]) {
      spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 2], env: environment });
    }
    return installed(browser);
  }
  return null;
}

function installed({ names, macApps }) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...names.flatMap((name) => [...folders, '/usr/bin'].map((folder) => join(folder, name))),
    ...macApps.map((app) => join('/Applications', app)),
  ];
  return candidates.find((path) => existsSync(path)) ?? null;
}
