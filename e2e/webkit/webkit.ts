import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  baseTest,
  elementsLike,
  expect,
  isClickable,
  isForeign,
  optionLike,
  type Person,
  type Role,
  selectors,
  until,
  useVisitors,
} from '../person.ts';
import { type Display, openDisplay } from './display.ts';
import { type SecureFlux, startSecureFlux } from './secure-flux.ts';
import { WebDriver, type WebElement } from './web-driver.ts';

/** Tests in WebKitGTK as shipped by the distribution, driven by WebDriver. CONTRIBUTING.md lists its limits. */
export const test = baseTest.extend<
  {
    visitor: () => Promise<WebKitPerson>;
    /** A user who opens Flux over plain http. */
    plainVisitor: () => Promise<WebKitPerson>;
  },
  { display: Display; secureFlux: SecureFlux }
>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const display = await openDisplay();
      await use(display);
      await display.close();
    },
    { scope: 'worker' },
  ],
  secureFlux: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const flux = await startSecureFlux();
      await use(flux);
      await flux.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  visitor: async ({ display, secureFlux }, use) =>
    useVisitors(() => WebKitPerson.start(display, secureFlux.url), use),
  plainVisitor: async ({ display, flux }, use) =>
    useVisitors(() => WebKitPerson.start(display, flux.url), use),
});

export { expect };

/** A WebKitGTK with its own cookies and storage. */
export class WebKitPerson implements Person {
  readonly #driver: WebDriver;
  readonly #folder: string;
  readonly #origin: string;
  readonly #errors: string[] = [];

  private constructor(driver: WebDriver, folder: string, origin: string) {
    this.#driver = driver;
    this.#folder = folder;
    this.#origin = origin;
  }

  static async start(display: Display, origin: string): Promise<WebKitPerson> {
    const folder = await mkdtemp(join(tmpdir(), 'flux-webkit-'));
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      GSETTINGS_BACKEND: 'memory',
      // Without a session bus there is no accessibility bus to connect to.
      NO_AT_BRIDGE: '1',
      // Pages are drawn without OpenGL, which would run in software here. WebGL still uses it.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    };
    // By default the browser refuses cookies of `{app}.flux.localhost` in a frame of `flux.localhost`.
    const browserArgs = ['--cookies-policy=always'];
    const driver = await WebDriver.start(process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver', {
      env,
      browserArgs,
    });
    await driver.setWindowSize(1280, 900);
    return new WebKitPerson(driver, folder, origin);
  }

  async errors(): Promise<string[]> {
    await this.#collectErrors();
    return this.#errors;
  }

  async close(): Promise<void> {
    await this.#driver.quit();
    await rm(this.#folder, { recursive: true });
  }

  async open(path: string): Promise<void> {
    await this.#collectErrors();
    await this.#driver.open(new URL(path, this.#origin).href);
    await this.#collectErrors();
  }

  url(): Promise<string> {
    return this.#driver.url();
  }

  async reload(): Promise<void> {
    await this.#driver.reload();
  }

  async back(): Promise<void> {
    await this.#driver.back();
  }

  evaluate<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R> {
    return this.#driver.execute(run as (...args: unknown[]) => R, ...args) as Promise<R>;
  }

  async click(role: Role, name: string): Promise<void> {
    await this.#until(async () => {
      for (const element of await this.#find(role, name)) {
        if (!(await this.#driver.execute(isClickable, element))) continue;
        await this.#driver.click(element);
        return true;
      }
      return false;
    }, `${role} "${name}" to click`);
  }

  async type(name: string, text: string): Promise<void> {
    const field = await this.#field(name);
    await this.#driver.execute(selectAll, field);
    await this.#driver.sendKeys(field, text);
    await this.#until(async () => (await this.valueOf(name)) === text, `"${text}" in field "${name}"`);
  }

  async sees(text: string): Promise<void> {
    await this.#until(() => this.#driver.execute(isShown, text), `text "${text}"`);
  }

  async finds(role: Role, name: string): Promise<void> {
    await this.#until(async () => (await this.#find(role, name)).length > 0, `${role} "${name}"`);
  }

  async choose(selector: string, { name, buffer }: { name: string; buffer: Buffer }): Promise<void> {
    const path = join(this.#folder, name);
    await writeFile(path, buffer);
    const input = await this.#until(() => this.#driver.find(`input${selector}`), `input${selector}`);
    await this.#driver.sendKeys(input, path);
  }

  async select(selector: string, label: string): Promise<void> {
    const value = await this.#until(
      () => this.#driver.execute(optionLike, selector, label),
      `option "${label}"`,
    );
    await this.#driver.click(await this.#driver.find(`${selector} option[value="${value}"]`));
  }

  async valueOf(name: string): Promise<string> {
    return this.#driver.execute(valueOfField, await this.#field(name));
  }

  async played(): Promise<string> {
    return this.inGame(outputOfGame);
  }

  /** Runs a function in each frame of the page until one returns a value. */
  async inGame<A extends unknown[], R>(run: (...args: A) => R | null, ...args: A): Promise<R> {
    return this.#until(async () => {
      await this.#driver.switchToFrame(null);
      try {
        return await this.#inFrames(run, args);
      } finally {
        await this.#driver.switchToFrame(null);
      }
    }, 'started game');
  }

  /** Runs the steps in the last opened window, which closes by itself. */
  async inNewWindow(steps: () => Promise<void>): Promise<void> {
    const first = await this.#driver.window();
    const second = await this.#until(
      async () => (await this.#driver.windows()).find((handle) => handle !== first),
      'second window',
    );
    await this.#driver.switchToWindow(second);
    await steps();
    await this.#driver.switchToWindow(first);
    await this.#until(async () => (await this.#driver.windows()).length === 1, 'closed second window');
  }

  /** A picture of the game on the play page. @returns a PNG */
  async pictureOfGame(): Promise<Buffer> {
    return this.#driver.screenshot(await this.#driver.find('iframe[data-game]'));
  }

  async #inFrames<A extends unknown[], R>(run: (...args: A) => R | null, args: A): Promise<R | null> {
    await this.#collectErrors();
    const result = await this.evaluate(run, ...args);
    if (result) return result;
    for (const frame of await this.#driver.findAll('iframe')) {
      await this.#driver.switchToFrame(frame);
      const inside = await this.#inFrames(run, args);
      if (inside) return inside;
      await this.#driver.switchToParentFrame();
    }
    return null;
  }

  async #field(name: string): Promise<WebElement> {
    return this.#until(async () => (await this.#find('textbox', name))[0], `field "${name}"`);
  }

  /**
   * The elements whose computed role and accessible name match, including those that a dialog hides from
   * assistive technology.
   */
  async #find(role: Role, name: string): Promise<WebElement[]> {
    const found: WebElement[] = [];
    for (const element of await this.#driver.execute(elementsLike, selectors[role], name)) {
      const isNamed = (await this.#driver.label(element)) === name;
      if (isNamed && (await this.#driver.role(element)) === role) found.push(element);
    }
    return found;
  }

  #until<T>(attempt: () => Promise<T | null | undefined | false>, wanted: string): Promise<T> {
    return until(
      async () => {
        await this.#collectErrors();
        return attempt();
      },
      async () => `No ${wanted} at ${await this.url()}.`,
    );
  }

  async #collectErrors(): Promise<void> {
    const { errors, requests } = await this.#driver.execute(takeErrors);
    this.#errors.push(...errors, ...requests.filter(isForeign).map((url) => `request: ${url}`));
  }
}

/**
 * Runs in the page. WebKitWebDriver reports no console messages, so the page records them from the first call
 * on. Errors before the document is parsed are missed. Requests are recorded from the beginning.
 */
function takeErrors(): { errors: string[]; requests: string[] } {
  const global = window as { fluxErrors?: string[] };
  if (!global.fluxErrors) {
    const errors: string[] = [];
    global.fluxErrors = errors;
    const log = console.error;
    console.error = (...parts: unknown[]) => {
      errors.push(`console: ${parts.map(String).join(' ')}`);
      log(...parts);
    };
    addEventListener('error', ({ message }) => errors.push(`page: ${message}`));
    addEventListener('unhandledrejection', ({ reason }) => errors.push(`page: ${reason}`));
  }
  const requests = performance.getEntriesByType('resource').map(({ name }) => name);
  performance.clearResourceTimings();
  return { errors: global.fluxErrors.splice(0), requests };
}

/** Runs in the page. */
function selectAll(field: Element): void {
  (field as HTMLInputElement).focus();
  (field as HTMLInputElement).select();
}

/** Runs in the page. */
function valueOfField(field: Element): string {
  return (field as HTMLInputElement).value;
}

/** Runs in the page. */
function isShown(text: string): boolean {
  return document.body.innerText.includes(text);
}

/** Runs in a frame. */
function outputOfGame(): string | null {
  const text = document.querySelector('output')?.textContent;
  return text?.startsWith('{') ? text : null;
}
