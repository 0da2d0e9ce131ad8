import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/server/testing/servers/free-port.ts';

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
/** A reference to an element of a page. */
export type WebElement = { [elementKey]: string };

/** The serialized form of values between Node and the page. */
type Sent<T> = T extends Element
  ? WebElement
  : T extends readonly Element[]
    ? WebElement[]
    : T extends undefined
      ? null
      : T;
type SentAll<A extends unknown[]> = { [index in keyof A]: Sent<A[index]> };

const timeoutMilliseconds = 60_000;

interface Options {
  env: Record<string, string>;
  /** Arguments of the browser. */
  browserArgs: readonly string[];
}

/** The commands of W3C WebDriver (w3.org/TR/webdriver2) that the tests use, in a separate browser process. */
export class WebDriver {
  readonly #process: ChildProcess;
  readonly #address: string;
  #session = '';

  private constructor(process: ChildProcess, address: string) {
    this.#process = process;
    this.#address = address;
  }

  /** Starts the driver, which starts the browser itself. */
  static async start(path: string, options: Options): Promise<WebDriver> {
    const port = await freePort();
    const args = [`--port=${port}`, '--host=127.0.0.1'];
    // A separate process group, so that the browser ends with the driver.
    const child = spawn(path, args, { env: options.env, stdio: 'ignore', detached: true });
    const driver = new WebDriver(child, `http://127.0.0.1:${port}`);
    try {
      await once(child, 'spawn');
      await driver.#openSession(options.browserArgs);
    } catch (error) {
      await driver.quit();
      throw error;
    }
    return driver;
  }

  async #openSession(args: readonly string[]): Promise<void> {
    const deadline = Date.now() + timeoutMilliseconds;
    while (!(await this.#isReady())) {
      if (this.#process.exitCode !== null || Date.now() > deadline)
        throw new Error('The WebDriver process does not answer.');
      await sleep(20);
    }
    const timeouts = { script: timeoutMilliseconds, pageLoad: timeoutMilliseconds, implicit: 0 };
    const browser = { 'webkitgtk:browserOptions': { args: ['--automation', ...args] } };
    const capabilities = { alwaysMatch: { acceptInsecureCerts: true, timeouts, ...browser } };
    const session = await this.#request<{ sessionId: string }>('POST', '/session', { capabilities });
    this.#session = `/session/${session.sessionId}`;
  }

  async #isReady(): Promise<boolean> {
    return this.#request('GET', '/status').then(
      () => true,
      () => false,
    );
  }

  /** Closes the browser and ends the driver. */
  async quit(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#process;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    if (this.#session) await this.#command('DELETE', '').catch(() => {});
    const ended = once(this.#process, 'exit');
    process.kill(-pid, 'SIGKILL');
    await ended;
  }

  async setWindowSize(width: number, height: number): Promise<void> {
    await this.#command('POST', '/window/rect', { x: 0, y: 0, width, height });
  }

  /** Returns once the page is loaded. */
  async open(url: string): Promise<void> {
    await this.#command('POST', '/url', { url });
  }

  url(): Promise<string> {
    return this.#command('GET', '/url');
  }

  async reload(): Promise<void> {
    await this.#command('POST', '/refresh', {});
  }

  async back(): Promise<void> {
    await this.#command('POST', '/back', {});
  }

  /** Runs a function in the current frame. The function must not use outer variables. */
  async execute<A extends unknown[], R>(
    run: (...args: A) => R | Promise<R>,
    ...args: SentAll<A>
  ): Promise<Sent<R>> {
    return this.#command('POST', '/execute/sync', { script: `return (${run})(...arguments);`, args });
  }

  find(selector: string): Promise<WebElement> {
    return this.#command('POST', '/element', { using: 'css selector', value: selector });
  }

  findAll(selector: string): Promise<WebElement[]> {
    return this.#command('POST', '/elements', { using: 'css selector', value: selector });
  }

  async click(element: WebElement): Promise<void> {
    await this.#command('POST', `/element/${element[elementKey]}/click`, {});
  }

  /** Types into a field. For a file field: the paths of the files. */
  async sendKeys(element: WebElement, text: string): Promise<void> {
    await this.#command('POST', `/element/${element[elementKey]}/value`, { text });
  }

  /** The accessibility role that the browser computes. */
  role(element: WebElement): Promise<string> {
    return this.#command('GET', `/element/${element[elementKey]}/computedrole`);
  }

  /** The accessible name that the browser computes. */
  label(element: WebElement): Promise<string> {
    return this.#command('GET', `/element/${element[elementKey]}/computedlabel`);
  }

  /** @returns a PNG */
  async screenshot(element: WebElement): Promise<Buffer> {
    const png: string = await this.#command('GET', `/element/${element[elementKey]}/screenshot`);
    return Buffer.from(png, 'base64');
  }

  /** Makes a frame of the current document current; null makes the top document current. */
  async switchToFrame(frame: WebElement | null): Promise<void> {
    await this.#command('POST', '/frame', { id: frame });
  }

  async switchToParentFrame(): Promise<void> {
    await this.#command('POST', '/frame/parent', {});
  }

  window(): Promise<string> {
    return this.#command('GET', '/window');
  }

  windows(): Promise<string[]> {
    return this.#command('GET', '/window/handles');
  }

  async switchToWindow(handle: string): Promise<void> {
    await this.#command('POST', '/window', { handle });
  }

  #command<T>(method: string, path: string, body?: object): Promise<T> {
    return this.#request(method, this.#session + path, body);
  }

  async #request<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(this.#address + path, {
      method,
      signal: AbortSignal.timeout(timeoutMilliseconds + 5_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  }
}
