import type { FastifyRequest } from 'fastify';
import type { Role } from '#shared/accounts.ts';
import type { Context } from '../../context.ts';

/** Who makes a request. Read from the database for each request, so that a right taken away is gone at once. */
export interface Viewer {
  id: string;
  username: string;
  email: string | null;
  role: Role;
  sessionId: string;
}

export async function resolveViewer(_context: Context, _request: FastifyRequest): Promise<Viewer | null> {
  return null;
}
