import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster, isPostmaster } from '../../platform/db/postmaster.ts';
import { projectFolder } from '../../project-folder.ts';
import { freePort } from './free-port.ts';
import { copyFolder, prepareStart } from './prepared-start.ts';

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

interface Options {
  dataDir?: string;
  /** Begins with an empty data folder. */
  isFirstStart?: boolean;
  port?: number;
  env?: Record<string, string>;
  /** Another checkout, whose parts may be links to this one's. */
  checkout?: string;
  /** A file that standard error is written to; it is then not read here. */
  stderrPath?: string;
}

/** The real server process, with its own data folder and database, on a free port of loopback. */
export class FluxProcess {
  static readonly #byPort = new Map<number, FluxProcess>();
  readonly dataDir: string;
  readonly port: number;
  readonly #env: Record<string, string>;
  readonly #checkout: string;
  readonly #ownsFolder: boolean;
  readonly #stderrPath: string | null;
  #child: ChildProcess | null = null;
  #ended: Promise<Ended> | null = null;
  #stdout = '';
  #stderr = '';

  private constructor(dataDir: string, port: number, options: Options) {
    this.dataDir = dataDir;
    this.port = port;
    this.#env = options.env ?? {};
    this.#checkout = options.checkout ?? projectFolder;
    this.#ownsFolder = options.dataDir === undefined;
    this.#stderrPath = options.stderrPath ?? null;
    FluxProcess.#byPort.set(port, this);
  }

  /** The process that serves this address. */
  static at(url: string): FluxProcess {
    const found = FluxProcess.#byPort.get(Number(new URL(url).port));
    if (!found) throw new Error(`No Flux was started here for ${url}.`);
    return found;
  }

  /**
   * A process of the built server that is not started yet. A data folder that is not given is a copy of the prepared one, and removed
   * at the end.
   */
  static async create(options: Options = {}): Promise<FluxProcess> {
    const prepared = await prepareStart(FluxProcess.#startOnce);
    const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'flux-process-')));
    if (options.dataDir === undefined && !options.isFirstStart) await copyFolder(prepared, dataDir);
    const port = options.port ?? (await freePort());
    return new FluxProcess(dataDir, port, options);
  }

  static async #startOnce(dataDir: string): Promise<void> {
    const flux = new FluxProcess(dataDir, await freePort(), { dataDir });
    try {
      await flux.start();
      const { code, stderr } = await flux.stop();
      if (code !== 0) throw new Error(`Flux ended with ${code} after its first start:\n${stderr}`);
    } finally {
      await flux.dispose();
    }
  }

  /** The public address. Node may not resolve `*.localhost`; connect to 127.0.0.1 and send it as Host. */
  get url(): string {
    return `http://flux.localhost:${this.port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get databaseDir(): string {
    return join(this.dataDir, 'postgres', 'cluster');
  }

  /** What the server has written to standard error so far. */
  get stderr(): string {
    return this.#stderr;
  }

  launch(): void {
    const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE = join(projectFolder, '.cache/node') } = process.env;
    const stderr = this.#stderrPath === null ? 'pipe' : openSync(this.#stderrPath, 'a');
    const inPlace = ['--preserve-symlinks', '--preserve-symlinks-main'];
    const options = this.#checkout === projectFolder ? [] : inPlace;
    const child = spawn(process.execPath, [...options, 'dist/server/main.js'], {
      cwd: this.#checkout,
      env: {
        PATH,
        HOME,
        ...(TMPDIR ? { TMPDIR } : {}),
        NODE_COMPILE_CACHE,
        FLUX_DATA: this.dataDir,
        PORT: String(this.port),
        // One, unless a test is of several: they take longer to start.
        FLUX_PROCESSES: process.env.FLUX_PROCESSES ?? '1',
        // Tests keep both cores busy: background work below them would wait for minutes.
        FLUX_BACKGROUND_NICENESS: '0',
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', stderr],
    });
    if (stderr !== 'pipe') closeSync(stderr);
    this.#stdout = '';
    this.#stderr = '';
    child.stdout?.on('data', (text) => {
      this.#stdout += text;
    });
    child.stderr?.on('data', (text) => {
      this.#stderr += text;
    });
    this.#child = child;
    this.#ended = once(child, 'close').then(([code, signal]) => ({
      code,
      signal,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }));
  }

  /** Starts and waits for the line with the address. */
  async start(): Promise<void> {
    this.launch();
    const deadline = Date.now() + 120_000;
    while (!this.#stdout.includes('Flux is ready at')) {
      if (this.#child?.exitCode !== null || Date.now() > deadline)
        throw new Error(`Flux did not start:\n${this.#stdout}${this.#stderr}`);
      await sleep(20);
    }
  }

  /** Starts a server that is expected to fail, and waits for its end. */
  async run(): Promise<Ended> {
    this.launch();
    return this.ended();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async ended(): Promise<Ended> {
    if (!this.#ended) throw new Error('The server was not started.');
    return this.#ended;
  }

  async stop(): Promise<Ended> {
    this.signal('SIGTERM');
    return this.ended();
  }

  /** Like the out-of-memory killer: nothing is stopped, and the database stays. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended();
  }

  /** Stops everything that still runs, including a remaining database, and deletes the folder. */
  async dispose(): Promise<void> {
    FluxProcess.#byPort.delete(this.port);
    if (this.#child && this.#child.exitCode === null && this.#child.signalCode === null) await this.stop();
    const left = await findPostmaster(this.databaseDir);
    if (left) {
      process.kill(left.pid, 'SIGINT');
      while (await isPostmaster(left.pid, this.databaseDir)) await sleep(20);
    }
    if (this.#ownsFolder) await rm(this.dataDir, { recursive: true, force: true });
  }
}
