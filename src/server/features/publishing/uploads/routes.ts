import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Register } from '#server/app.ts';
import type { Context } from '#server/context.ts';
import { idSchema } from '#shared/contract/contract.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { listUploads, uploadsPath } from '#shared/versions/uploads.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { presentUploads } from './present.ts';
import { RunningRequests } from './running.ts';
import { findUpload, listOpenUploads } from './store.ts';
import { registerSweep } from './sweep.ts';
import { completeAlready, createTus, type Subject } from './tus.ts';

/** What of the protocol's answer is passed on; its CORS headers are not, since no other site may upload. */
const passedHeader = /^(location|cache-control|tus-[a-z-]+|upload-[a-z-]+)$/;

export const registerUploads: Register = (http, context) => {
  const tus = createTus(context);
  registerSweep(context);
  const running = new RunningRequests(context);

  http.bindSignedIn(listUploads, async ({ viewer }) => {
    const rows = await listOpenUploads(context.db, viewer.id, context.clock.now());
    return presentUploads(context, viewer, rows);
  });

  http.fastify.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) =>
    done(null, payload),
  );
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const viewer = await http.viewerOf(request);
    if (!viewer) throw new FluxError('unauthenticated');
    const subject = await subjectOf(context, viewer, request);
    const response = await running.during(viewer.id, request.raw, () =>
      tus.handle(toWebRequest(context, request), subject),
    );
    for (const [name, value] of response.headers) if (passedHeader.test(name)) reply.header(name, value);
    return reply.code(response.status).send();
  };
  http.fastify.route({
    method: ['POST', 'OPTIONS'],
    url: uploadsPath,
    config: { counted: 'upload' },
    handler: handle,
  });
  http.fastify.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${uploadsPath}/:id`, handler: handle });
};

/** @throws FluxError `upload_not_found` also for somebody else's upload; `gone` for a write to a complete one */
async function subjectOf(context: Context, viewer: Viewer, request: FastifyRequest): Promise<Subject> {
  const { id } = request.params as { id?: string };
  if (id === undefined) return { viewer, uploadId: null };
  const row = z.safeParse(idSchema, id).success ? await findUpload(context.db, id) : undefined;
  if (!row || row.user_id !== viewer.id) throw new FluxError('upload_not_found');
  if (request.method === 'PATCH' && row.completed_at !== null) throw completeAlready();
  return { viewer, uploadId: id };
}

function toWebRequest(context: Context, request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value);
  const body = request.body instanceof Readable ? Readable.toWeb(request.body) : null;
  return new Request(new URL(request.url, context.config.publicUrl), {
    method: request.method,
    headers,
    ...(body && { body: body as ReadableStream, duplex: 'half' }),
  });
}
