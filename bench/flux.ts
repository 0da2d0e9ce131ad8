import { updateApplication } from '#shared/apps.ts';
import { uploadsPath } from '#shared/uploads.ts';
import { readConfig } from '../src/server/config.ts';
import { closeContext, createContext } from '../src/server/context.ts';
import { MovableClock } from '../src/server/platform/clock.ts';
import { findPostmaster } from '../src/server/platform/db/postmaster.ts';
import { createLog } from '../src/server/platform/log.ts';
import { FluxProcess } from '../src/server/testing/flux-process.ts';
import { type Person, signIn } from '../src/server/testing/people.ts';
import { publishApp } from '../src/server/testing/publish.ts';
import { request } from '../src/server/testing/request.ts';
import type { TestServer } from '../src/server/testing/server.ts';
import { sendUpload } from '../src/server/testing/uploads.ts';

/** Sent after the rest, so that the clock can start where the last byte is about to arrive. */
const tailBytes = 65_536;

/** A real server process with a data folder of its own, and a person who is signed in to it. */
export class BenchFlux {
  readonly process: FluxProcess;
  readonly #server: TestServer;
  readonly #person: Person;

  private constructor(process: FluxProcess, server: TestServer, person: Person) {
    this.process = process;
    this.#server = server;
    this.#person = person;
  }

  static async start(env: Record<string, string> = {}): Promise<BenchFlux> {
    const limits = { FLUX_LOG_LEVEL: 'error', FLUX_MAX_UPLOAD_BYTES: String(2 ** 30) };
    const flux = await FluxProcess.create({ env: { ...limits, ...env } });
    try {
      await flux.start();
      const config = readConfig({ FLUX_DATA: flux.dataDir, PORT: String(flux.port) });
      const socketDir = (await findPostmaster(flux.databaseDir))?.socketDir ?? '';
      const database = { socketDir };
      const context = await createContext(config, createLog('error'), database);
      const close = () => closeContext(context);
      const address = { host: '127.0.0.1', port: flux.port } as const;
      const clock = new MovableClock();
      const server: TestServer = { context, database, clock, port: flux.port, address, close };
      try {
        return new BenchFlux(flux, server, await signIn(server, 'ada'));
      } finally {
        await close();
      }
    } catch (error) {
      await flux.dispose();
      throw error;
    }
  }

  /** The name of an app's origin. Node may not resolve it: connect to 127.0.0.1 and send it as Host. */
  hostOf(appId: string): string {
    return `${appId}.flux.localhost:${this.process.port}`;
  }

  /** Uploads all of a zip but its end. */
  async beginUpload(name: string, zip: Buffer): Promise<() => Promise<Published>> {
    const sent = Math.max(0, zip.length - tailBytes);
    const uploadId = await sendUpload(this.#person, name, zip, sent);
    return () => this.#finish(uploadId, zip.subarray(sent), sent);
  }

  async publish(name: string, zip: Buffer): Promise<Published> {
    const finish = await this.beginUpload(name, zip);
    return finish();
  }

  /** Gives an app the name, the words and the picture that somebody would. */
  async dress(appId: string, { picture, ...body }: Dress): Promise<void> {
    const thumbnail = { name: 'picture.png', bytes: picture, type: 'image/png' };
    await this.#person.call(updateApplication, { params: { id: appId }, body, files: { thumbnail } });
  }

  /** The headers of a file of an app as a browser would get them, behind at most one redirect. */
  async probe(appId: string, path: string): Promise<Probe> {
    const answer = await this.#ask(appId, path);
    if (answer.status !== 307) return { path, ...answer };
    const elsewhere = String(answer.headers.location);
    return { path: elsewhere, ...(await this.#ask(appId, elsewhere)) };
  }

  dispose(): Promise<void> {
    return this.process.dispose();
  }

  async #ask(appId: string, path: string) {
    const headers = { host: this.hostOf(appId), origin: undefined, 'sec-fetch-site': undefined };
    const { status, headers: received } = await request(this.#server, path, { method: 'HEAD', headers });
    return { status, headers: received };
  }

  async #finish(uploadId: string, tail: Buffer, offset: number): Promise<Published> {
    const startedAt = performance.now();
    const patched = await this.#person.fetch(`${uploadsPath}/${uploadId}`, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: tail,
    });
    if (patched.status !== 204) throw new Error(`The end was refused: ${patched.status} ${patched.text()}`);
    const body = { name: 'Benchmark', isPublic: true, uploadId };
    const { id } = await publishApp(this.#person, { body });
    const { status } = await this.probe(id, '/index.html');
    if (status !== 200) throw new Error(`The published app answers ${status}.`);
    return { appId: id, seconds: (performance.now() - startedAt) / 1000 };
  }
}

export interface Dress {
  name: string;
  description: string;
  picture: Buffer;
}

export interface Published {
  appId: string;
  /** From the last byte of the upload to the first answer with the app's page. */
  seconds: number;
}

export interface Probe {
  path: string;
  status: number;
  headers: Awaited<ReturnType<typeof request>>['headers'];
}
