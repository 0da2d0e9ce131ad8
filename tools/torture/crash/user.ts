import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { deleteApplication } from '#shared/apps/apps.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { uploadsPath } from '#shared/versions/uploads.ts';
import { activateVersion, createVersion, deleteVersion } from '#shared/versions/versions.ts';
import type { Random } from '../random.ts';
import { makeCrashBuild } from './builds.ts';
import { Ledger, type LedgerApp, type LedgerUpload } from './ledger.ts';

const maxApps = 3;
const maxVersions = 3;

/** The server did not respond, or responded with a 5xx: the request may have taken effect. */
export class UnansweredError extends Error {}

/** Uploads, publishes, activates and deletes at random, and records the acknowledged state. */
export class CrashUser {
  readonly person: Person;
  readonly ledger = new Ledger();
  readonly #random: Random;

  constructor(person: Person, random: Random) {
    this.person = person;
    this.#random = random;
  }

  /** Runs until the server no longer responds, or has recovered unnoticed. */
  async work(recovered: AbortSignal): Promise<void> {
    try {
      while (!recovered.aborted) await this.#step();
    } catch (error) {
      if (!(error instanceof UnansweredError)) throw error;
    }
  }

  async #step(): Promise<void> {
    const { ledger } = this;
    const app = ledger.apps.size > 0 ? this.#random.pick([...ledger.apps.values()]) : null;
    const choice = this.#random.below(10);
    if (!app || (choice < 2 && this.hasRoom)) return this.create(await this.upload());
    if (choice < 5 && app.versions.size < maxVersions) return this.publish(app, await this.upload());
    if (choice === 9 && !this.hasRoom) return this.#deleteApp(app);
    const others = [...app.versions.keys()].filter((id) => id !== app.activeId);
    if (others.length === 0) return this.publish(app, await this.upload());
    if (choice % 2 === 0 && app.versions.size === maxVersions)
      return this.#deleteVersion(app, this.#random.pick(others));
    await this.#activate(app, this.#random.pick(others));
    // This operation is so fast that it would otherwise dominate.
    await sleep(this.#random.below(40));
  }

  /** Starts a new upload, or resumes one that a crash interrupted. */
  async upload(begun: LedgerUpload | null = null): Promise<LedgerUpload> {
    const upload = begun ?? (await this.#createUpload());
    await this.ledger.during({ kind: 'upload', upload }, async () => {
      const { zip } = upload.build;
      while (upload.acknowledged < zip.length) {
        const part = zip.subarray(upload.acknowledged).subarray(0, 1 + this.#random.below(150_000));
        upload.acknowledged = await this.#patch(upload, part);
      }
    });
    return upload;
  }

  async create(upload: LedgerUpload): Promise<void> {
    await this.ledger.during({ kind: 'create', upload }, async () => {
      const body = { name: 'Crash', isPublic: true, uploadId: upload.id };
      const { id } = await answered(publishApp(this.person, { body }));
      const [activeId] = await this.versionIds(id);
      if (!activeId) throw new Error(`The new app ${id} has no version.`);
      this.ledger.apps.set(id, { id, versions: new Map([[activeId, upload.build]]), activeId });
    });
  }

  async publish(app: LedgerApp, upload: LedgerUpload): Promise<void> {
    await this.ledger.during({ kind: 'publish', upload, app }, async () => {
      const input = { params: { id: app.id }, body: { changelog: 'More', uploadId: upload.id } };
      const { versionId } = await answered(this.person.call(createVersion, input));
      app.versions.set(versionId, upload.build);
      app.activeId = versionId;
    });
  }

  /** Whether this account has few enough applications to fetch all of them after each crash. */
  get hasRoom(): boolean {
    return this.ledger.apps.size < maxApps;
  }

  async giveUp(uploadId: string): Promise<void> {
    const headers = { 'tus-resumable': '1.0.0' };
    const answer = await this.fetch(`${uploadsPath}/${uploadId}`, { method: 'DELETE', headers });
    if (answer.status !== 204) throw new Error(`An upload could not be given up: ${answer.status}`);
  }

  /** The ids of an application's versions as listed by the server, newest first. */
  async versionIds(appId: string): Promise<string[]> {
    const answer = await this.fetch(`/api/applications/${appId}/versions`);
    return answer.json<{ versions: { id: string }[] }>().versions.map(({ id }) => id);
  }

  /** @throws UnansweredError if there is no response, or a 5xx */
  async fetch(path: string, init: Parameters<Person['fetch']>[1] = {}) {
    const answer = await answered(this.person.fetch(path, init));
    if (answer.status >= 500) throw new UnansweredError(answer.text());
    return answer;
  }

  #activate(app: LedgerApp, versionId: string): Promise<void> {
    return this.ledger.during({ kind: 'activate', app, versionId }, async () => {
      await answered(this.person.call(activateVersion, { body: { appId: app.id, versionId } }));
      app.activeId = versionId;
    });
  }

  #deleteVersion(app: LedgerApp, versionId: string): Promise<void> {
    return this.ledger.during({ kind: 'delete-version', app, versionId }, async () => {
      await answered(this.person.call(deleteVersion, { params: { id: app.id, versionId } }));
      app.versions.delete(versionId);
    });
  }

  #deleteApp(app: LedgerApp): Promise<void> {
    return this.ledger.during({ kind: 'delete-app', app }, async () => {
      await answered(this.person.call(deleteApplication, { params: { id: app.id } }));
      this.ledger.apps.delete(app.id);
    });
  }

  async #createUpload(): Promise<LedgerUpload> {
    const build = makeCrashBuild(this.#random);
    return this.ledger.during({ kind: 'upload', upload: null }, async () => {
      const answer = await this.fetch(uploadsPath, {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(build.zip.length),
          'upload-metadata': `filename ${Buffer.from('crash.zip').toString('base64')}`,
        },
      });
      const id = answer.headers.location?.split('/').at(-1);
      if (answer.status !== 201 || !id) throw new Error(`No upload: ${answer.status} ${answer.text()}`);
      return { id, build, acknowledged: 0 };
    });
  }

  /** @returns the acknowledged offset */
  async #patch(upload: LedgerUpload, body: Buffer): Promise<number> {
    const answer = await this.fetch(`${uploadsPath}/${upload.id}`, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(upload.acknowledged),
        'content-type': 'application/offset+octet-stream',
      },
      body,
    });
    if (answer.status !== 204) throw new Error(`A part was refused: ${answer.status} ${answer.text()}`);
    return Number(answer.headers['upload-offset']);
  }
}

/** A refusal by the server fails the run, because every request here is allowed. */
async function answered<Result>(asking: Promise<Result>): Promise<Result> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof FluxError && error.status < 500) throw error;
    throw new UnansweredError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
