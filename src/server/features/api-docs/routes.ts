import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { openApiPath } from '#shared/contract/openapi.ts';
import type { Register } from '../../app.ts';
import { answerFile } from '../../web/answer-file.ts';
import type { WebFile } from '../../web/files.ts';
import { sessionCookie } from '../accounts/sessions.ts';
import { describeApi } from './document.ts';

/** Generated on first use and cached: routes do not change at run time. */
export const registerApiDocs: Register = (http, { config }) => {
  let made: Promise<WebFile> | null = null;
  const make = () =>
    asFile(
      describeApi(http.endpoints, {
        publicUrl: config.publicUrl,
        cookieName: sessionCookie(config).name,
      }),
    );
  http.fastify.get(openApiPath, async (request, reply) => {
    made ??= make();
    const { status, headers, body } = answerFile(await made, {
      acceptEncoding: request.headers['accept-encoding'],
      ifNoneMatch: request.headers['if-none-match'],
    });
    return reply.code(status).headers(headers).send(body);
  });
};

async function asFile(document: object): Promise<WebFile> {
  const identity = Buffer.from(JSON.stringify(document));
  return {
    type: 'application/json; charset=utf-8',
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 27),
    identity,
    br: await promisify(brotliCompress)(identity),
    gzip: await promisify(gzip)(identity),
    immutable: false,
  };
}
