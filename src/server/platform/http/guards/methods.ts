import type { FastifyInstance } from 'fastify';

/**
 * Reads off the routes as they are registered; none may be registered before.
 * @returns which methods an address takes, none where there is no route for it
 */
export function collectMethods(fastify: FastifyInstance): (path: string) => string[] {
  const routes: { expected: string[]; methods: string[] }[] = [];
  fastify.addHook('onRoute', ({ method, url }) => {
    routes.push({ expected: url.split('/'), methods: [method].flat() });
  });
  return (path) => {
    const given = path.split('/');
    return [
      ...new Set(routes.flatMap(({ expected, methods }) => (fits(expected, given) ? methods : []))),
    ].sort();
  };
}

function fits(expected: readonly string[], given: readonly string[]): boolean {
  return (
    expected.length === given.length &&
    expected.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
}
