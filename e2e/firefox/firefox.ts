import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type BrowserContext, type Frame, type Page } from 'puppeteer-core';
import { expect, test as withFlux } from '../server.ts';

/**
 * Journeys in Firefox itself, as the distribution ships it. Playwright drives a Firefox of its own that no package
 * registry has; this one is spoken to by WebDriver BiDi (w3c.github.io/webdriver-bidi), the protocol of all browsers.
 */
export const test = withFlux.extend<{ visitor: () => Promise<Person> }, { firefox: Browser }>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const firefox = await puppeteer.launch({
        browser: 'firefox',
        executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
        headless: true,
        protocolTimeout: 120_000,
      });
      await use(firefox);
      await firefox.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  visitor: async ({ firefox, flux }, use) => {
    const people: Person[] = [];
    await use(async () => {
      const person = await Person.come(firefox, flux.url);
      people.push(person);
      return person;
    });
    const errors = people.flatMap((person) => person.errors);
    for (const person of people) await person.go();
    expect(errors).toEqual([]);
  },
});

export { expect };

/** Somebody at a Firefox with cookies and storage of their own; each waits until what they look for is there. */
export class Person {
  readonly errors: string[] = [];
  readonly #context: BrowserContext;
  readonly page: Page;

  readonly #folder: string;
  readonly #origin: string;

  private constructor(context: BrowserContext, page: Page, folder: string, origin: string) {
    this.#origin = origin;
    this.#context = context;
    this.page = page;
    this.#folder = folder;
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.errors.push(`page: ${String(error)}`));
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (/^http/.test(protocol) && !hostname.endsWith('localhost'))
        this.errors.push(`request: ${request.url()}`);
    });
  }

  static async come(firefox: Browser, origin: string): Promise<Person> {
    const context = await firefox.createBrowserContext();
    const folder = await mkdtemp(join(tmpdir(), 'flux-firefox-'));
    return new Person(context, await context.newPage(), folder, origin);
  }

  async go(): Promise<void> {
    await this.#context.close();
    await rm(this.#folder, { recursive: true });
  }

  async open(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.#origin).href, { waitUntil: 'domcontentloaded' });
  }

  /** By its role and its name for assistive technology, as the browser itself computes them. */
  async click(role: string, name: string): Promise<void> {
    await this.page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
  }

  async type(name: string, text: string): Promise<void> {
    await this.page.locator(`::-p-aria([name="${name}"][role="textbox"])`).fill(text);
  }

  /** Waits for a text anywhere on the page. */
  async sees(text: string): Promise<void> {
    await this.page.locator(`::-p-text(${text})`).setVisibility('visible').wait();
  }

  /** A file as the browser takes it from a disk, when it is sent. */
  async choose(selector: string, { name, buffer }: { name: string; buffer: Buffer }): Promise<void> {
    const path = join(this.#folder, name);
    await writeFile(path, buffer);
    const input = await this.page.waitForSelector(`input${selector}` as 'input');
    await input?.uploadFile(path);
  }

  /**
   * A folder as the browser takes it from a disk. The protocol chooses files alone, so it is a script that tells the page
   * where in the folder each of them lies.
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
    const value = await this.page.$$eval(
      `${selector} option`,
      (options, wanted) => options.find(({ textContent }) => textContent?.includes(wanted))?.value,
      label,
    );
    await this.page.select(selector, value ?? '');
  }

  async valueOf(name: string): Promise<string> {
    const field = this.page.locator(`::-p-aria([name="${name}"][role="textbox"])`);
    return field.map((found) => (found instanceof HTMLInputElement ? found.value : '')).wait();
  }

  /** What the running game says, once it has started. */
  async played(): Promise<string> {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const said = await textOfGame(this.page.frames());
      if (said) return said;
      if (Date.now() > deadline) throw new Error(`No game started at ${this.page.url()}.`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function textOfGame(frames: Frame[]): Promise<string | null> {
  for (const frame of frames) {
    // A frame that is being replaced answers nothing.
    const said = await frame.$eval('output', ({ textContent }) => textContent).catch(() => null);
    if (said?.startsWith('{')) return said;
  }
  return null;
}
