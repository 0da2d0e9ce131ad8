import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { AnyEndpoint } from '#shared/contract/contract.ts';
import { startServer, type TestServer, type TestServerOptions } from '../servers/server.ts';

export interface Route {
  method: string;
  /** The pattern, such as `/api/applications/:id`. */
  url: string;
  /** Null without an endpoint of the contract. */
  endpoint: AnyEndpoint | null;
  /** Requested by other servers, with their own credentials instead of a cookie. */
  fromServers: boolean;
}

/** A server with all of its routes, recorded at registration, so that the same tests cover new ones. */
export async function startServerWithRoutes(
  options: TestServerOptions = {},
): Promise<{ server: TestServer; routes: Route[] }> {
  const routes: Route[] = [];
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void routes.push(...routesOf(route)));
  };
  subscribe('fastify.initialization', listen);
  try {
    return { server: await startServer(options), routes };
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}

function routesOf({ method, url, config }: RouteOptions): Route[] {
  return [method].flat().map((each) => ({
    method: each,
    url,
    endpoint: config?.endpoint ?? null,
    fromServers: config?.fromServers ?? false,
  }));
}

export const isUnsafe = ({ method }: Route) => !['GET', 'HEAD', 'OPTIONS'].includes(method);
export const nameOf = ({ method, url }: Route) => `${method} ${url}`;
