import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StoredObject } from './google-objects.ts';

/** What is answered in place of a result. */
export class Refusal extends Error {
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
}

/** @throws Refusal 412 if the object has another generation than expected, or exists although none (0) was */
export function checkGeneration(url: URL, found: StoredObject | undefined): void {
  const expected = url.searchParams.get('ifGenerationMatch');
  if (expected !== null && expected !== (found?.generation ?? '0'))
    throw new Refusal(
      412,
      'conditionNotMet',
      'At least one of the pre-conditions you specified did not hold.',
    );
}

export function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}

export function describe({ path: _path, ...stored }: StoredObject) {
  return {
    kind: 'storage#object',
    id: `${stored.bucket}/${stored.name}/${stored.generation}`,
    ...stored,
    size: String(stored.size),
    metageneration: '1',
    updated: stored.timeCreated,
    storageClass: 'STANDARD',
    etag: Buffer.from(stored.generation).toString('base64'),
  };
}

export function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const { status, reason, message } =
    error instanceof Refusal
      ? error
      : new Refusal(500, 'backendError', error instanceof Error ? error.message : '');
  const body = { error: { code: status, message, errors: [{ message, domain: 'global', reason }] } };
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}
