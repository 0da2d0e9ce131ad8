import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, {
  type Browser,
  type BrowserContext,
  type ElementHandle,
  type Frame,
  type Page,
} from 'puppeteer-core';
import {
  baseTest,
  elementsLike,
  expect,
  isClickable,
  isForeign,
  optionLike,
  type Person,
  patience,
  type Role,
  selectors,
  until,
  useVisitors,
} from '../person.ts';

/**
 * Tests in Firefox as shipped by the distribution. Playwright needs a patched Firefox that no package
 * registry has. This one is driven by WebDriver BiDi (w3c.github.io/webdriver-bidi).
 */
export const test = baseTest.extend<{ visitor: () => Promise<FirefoxPerson> }, { firefox: Browser }>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const firefox = await puppeteer.launch({
        browser: 'firefox',
        executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
        headless: true,
        protocolTimeout: 120_000,
        extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
      });
      await use(firefox);
      await firefox.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  visitor: async ({ firefox, flux }, use) => useVisitors(() => FirefoxPerson.start(firefox, flux.url), use),
});

export { expect };

/** A Firefox with its own cookies and storage. */
export class FirefoxPerson implements Person {
  readonly #errors: string[] = [];
  readonly #context: BrowserContext;
  readonly page: Page;

  readonly #folder: string;
  readonly #origin: string;

  private constructor(context: BrowserContext, page: Page, folder: string, origin: string) {
    this.#origin = origin;
    this.#context = context;
    this.page = page;
    this.#folder = folder;
    page.setDefaultTimeout(patience);
    page.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#errors.push(`page: ${String(error)}`));
    page.on('request', (request) => {
      if (isForeign(request.url())) this.#errors.push(`request: ${request.url()}`);
    });
  }

  static async start(firefox: Browser, origin: string): Promise<FirefoxPerson> {
    const context = await firefox.createBrowserContext();
    const folder = await mkdtemp(join(tmpdir(), 'flux-firefox-'));
    return new FirefoxPerson(context, await context.newPage(), folder, origin);
  }

  async errors(): Promise<string[]> {
    return this.#errors;
  }

  async close(): Promise<void> {
    await this.#context.close();
    await rm(this.#folder, { recursive: true });
  }

  async open(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.#origin).href, { waitUntil: 'domcontentloaded' });
  }

  async url(): Promise<string> {
    return this.page.url();
  }

  evaluate<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R> {
    return this.page.evaluate(run as (...args: unknown[]) => R | Promise<R>, ...args) as Promise<R>;
  }

  async click(role: Role, name: string): Promise<void> {
    await until(
      async () => {
        const found = await this.#find(role, name);
        return found && (await found.evaluate(isClickable)) && found.click().then(() => true);
      },
      () => `No ${role} "${name}" to click at ${this.page.url()}.`,
    );
  }

  async type(name: string, text: string): Promise<void> {
    const field = await this.#field(name);
    await field.asLocator().setTimeout(patience).fill(text);
  }

  async sees(text: string): Promise<void> {
    await this.page.locator(`::-p-text(${text})`).setVisibility('visible').wait();
  }

  async choose(selector: string, { name, buffer }: { name: string; buffer: Buffer }): Promise<void> {
    const path = join(this.#folder, name);
    await writeFile(path, buffer);
    const input = await this.page.waitForSelector(`input${selector}` as 'input');
    await input?.uploadFile(path);
  }

  /**
   * A folder as the browser reads it from a disk. The protocol can only choose files, so a script sets the
   * path of each file in the folder.
   */
  async chooseFolder(selector: string, name: string, files: Record<string, Buffer>): Promise<void> {
    const paths = Object.keys(files).map((path) => `${name}/${path}`);
    const lying = await Promise.all(
      Object.values(files).map(async (bytes, index) => {
        const path = join(this.#folder, `${index}`);
        await writeFile(path, bytes);
        return path;
      }),
    );
    const input = await this.page.waitForSelector(`input${selector}` as 'input');
    await input?.evaluate((element, paths) => {
      Object.defineProperty(File.prototype, 'webkitRelativePath', {
        get(this: File) {
          return paths[Number(this.name)] ?? '';
        },
      });
      element.multiple = true;
    }, paths);
    await input?.uploadFile(...lying);
  }

  async select(selector: string, label: string): Promise<void> {
    await this.page.locator(`${selector} ::-p-xpath(./option[contains(., "${label}")])`).wait();
    const value = await this.page.evaluate(optionLike, selector, label);
    await this.page.select(selector, value ?? '');
  }

  async valueOf(name: string): Promise<string> {
    const field = await this.#field(name);
    return field.evaluate((found) => (found instanceof HTMLInputElement ? found.value : ''));
  }

  async played(): Promise<string> {
    return until(
      () => textOfGame(this.page.frames()),
      () => `No game started at ${this.page.url()}.`,
    );
  }

  async #field(name: string): Promise<ElementHandle<Element>> {
    return until(
      () => this.#find('textbox', name),
      () => `No field "${name}" at ${this.page.url()}.`,
    );
  }

  /**
   * The element whose computed role and accessible name match. Only likely elements are checked: in Firefox
   * each element without an accessibility node costs four layouts, and a search of the whole document takes
   * seconds.
   */
  async #find(role: Role, name: string): Promise<ElementHandle<Element> | null> {
    const probable = await this.page.evaluateHandle(elementsLike, selectors[role], name);
    for (const handle of (await probable.getProperties()).values()) {
      const found = await handle.asElement()?.$(`::-p-aria([name="${name}"][role="${role}"])`);
      if (found) return found;
    }
    return null;
  }
}

async function textOfGame(frames: Frame[]): Promise<string | null> {
  for (const frame of frames) {
    // A frame that is being replaced does not respond.
    const said = await frame.$eval('output', ({ textContent }) => textContent).catch(() => null);
    if (said?.startsWith('{')) return said;
  }
  return null;
}
