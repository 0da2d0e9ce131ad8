import { updateApplication } from '#shared/apps/apps.ts';
import { uploadsPath } from '#shared/versions/uploads.ts';
import { activateVersion, createVersion, listVersions } from '#shared/versions/versions.ts';
import { type Answer, request } from '../../src/server/testing/http/request.ts';
import type { Person } from '../../src/server/testing/people/people.ts';
import { publishApp } from '../../src/server/testing/people/publish.ts';
import { sendUpload } from '../../src/server/testing/people/uploads.ts';
import { FluxProcess } from '../../src/server/testing/servers/flux-process.ts';
import type { TestServer } from '../../src/server/testing/servers/server.ts';
import { signInAtProcess } from '../../src/server/testing/servers/sign-in-at-process.ts';

/** The last bytes are sent separately, so that the clock can start just before the last byte arrives. */
const tailBytes = 65_536;

/** Signed-in accounts. Actions that need no specific account use the first one. */
export const people = ['ada', 'bob', 'cyd'] as const;
type Name = (typeof people)[number];

/** A real server process with its own data folder and signed-in accounts. */
export class BenchFlux {
  readonly process: FluxProcess;
  readonly #server: TestServer;
  readonly #people: readonly Person[];
  readonly #person: Person;

  private constructor(process: FluxProcess, server: TestServer, met: readonly Person[]) {
    this.process = process;
    this.#server = server;
    this.#people = met;
    this.#person = this.#whoIs(people[0]);
  }

  static async start(env: Record<string, string> = {}): Promise<BenchFlux> {
    const limits = {
      FLUX_LOG_LEVEL: 'error',
      FLUX_MAX_UPLOAD_BYTES: String(2 ** 30),
      FLUX_BACKGROUND_NICENESS: '10',
    };
    const flux = await FluxProcess.create({ env: { ...limits, ...env } });
    try {
      await flux.start();
      const { server, people: met } = await signInAtProcess(flux, people);
      return new BenchFlux(flux, server, met);
    } catch (error) {
      await flux.dispose();
      throw error;
    }
  }

  /** The owner's session cookie, as `name=value`. */
  get cookie(): string {
    return this.#person.cookie;
  }

  /**
   * The host name of an application's origin. Node may not resolve it: connect to 127.0.0.1 and send it as
   * Host.
   */
  hostOf(appId: string): string {
    return `${appId}.flux.localhost:${this.process.port}`;
  }

  /**
   * Uploads all of a zip except its end. Flux processes concurrent publications of one account one after
   * another.
   */
  async beginUpload(name: string, zip: Buffer, by: Name = people[0]): Promise<StartedUpload> {
    const person = this.#whoIs(by);
    const sent = Math.max(0, zip.length - tailBytes);
    const uploadId = await sendUpload(person, name, zip, sent);
    return { uploadId, finish: () => this.#finish(person, uploadId, zip.subarray(sent), sent) };
  }

  async publish(name: string, zip: Buffer): Promise<Published> {
    const { finish } = await this.beginUpload(name, zip);
    return finish();
  }

  /** Publishes a zip as the next version of an application. */
  async update(appId: string, name: string, zip: Buffer): Promise<void> {
    const uploadId = await sendUpload(this.#person, name, zip);
    const body = { uploadId, changelog: 'What is new.' };
    await this.#person.call(createVersion, { params: { id: appId }, body });
  }

  /** Activates the version before the active one. */
  async rollBack(appId: string): Promise<void> {
    const { versions } = await this.#person.call(listVersions, { params: { id: appId } });
    const before = versions[versions.findIndex(({ isActive }) => isActive) + 1];
    if (!before) throw new Error('There is no version before the active one.');
    await this.#person.call(activateVersion, { body: { appId, versionId: before.id } });
  }

  /** Gives an application a realistic name, description and thumbnail. */
  async describeApp(appId: string, { picture, ...body }: AppDescription): Promise<void> {
    const thumbnail = { name: 'picture.png', bytes: picture, type: 'image/png' };
    await this.#person.call(updateApplication, { params: { id: appId }, body, files: { thumbnail } });
  }

  /** The headers of an application's file as a browser gets them, after redirects. */
  async headersOf(appId: string, path: string): Promise<FileResponse> {
    const answer = await this.#ask(appId, path);
    if (answer.status !== 307) return { path, status: answer.status, headers: answer.headers };
    return this.headersOf(appId, String(answer.headers.location));
  }

  /** Body size of a file in bytes for a client that accepts no encoding, after redirects. */
  async plainBytes(appId: string, path: string): Promise<number> {
    const answer = await this.#ask(appId, path, 'GET');
    if (answer.status === 307) return this.plainBytes(appId, String(answer.headers.location));
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}.`);
    return answer.body.length;
  }

  dispose(): Promise<void> {
    return this.process.dispose();
  }

  #ask(appId: string, path: string, method: 'HEAD' | 'GET' = 'HEAD'): Promise<Answer> {
    const headers = { host: this.hostOf(appId), origin: undefined, 'sec-fetch-site': undefined };
    return request(this.#server, path, { method, headers });
  }

  #whoIs(name: Name): Person {
    const person = this.#people[people.indexOf(name)];
    if (!person) throw new Error(`${name} was not met.`);
    return person;
  }

  async #finish(person: Person, uploadId: string, tail: Buffer, offset: number): Promise<Published> {
    const startedAt = performance.now();
    const patched = await person.fetch(`${uploadsPath}/${uploadId}`, {
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
    const { id } = await publishApp(person, { body });
    const { status } = await this.headersOf(id, '/index.html');
    if (status !== 200) throw new Error(`The published app answers ${status}.`);
    return { appId: id, seconds: (performance.now() - startedAt) / 1000 };
  }
}

export interface AppDescription {
  name: string;
  description: string;
  picture: Buffer;
}

/** An upload of which only the end is missing. */
export interface StartedUpload {
  uploadId: string;
  /** Sends the end and publishes it. */
  finish(): Promise<Published>;
}

export interface Published {
  appId: string;
  /** From the last byte of the upload to the first response with the application's page. */
  seconds: number;
}

export interface FileResponse {
  path: string;
  status: number;
  headers: Awaited<ReturnType<typeof request>>['headers'];
}
