import type { FastifyInstance } from 'fastify';

/**
 * Reads off the routes as they are registered; none may be registered before.
 * @returns which methods an address takes, none where there is no route for it
 */
export function collectMethods(fastify: FastifyInstance): (path: string) => string[] {
  const byPattern = new Map<string, Set<string>>();
  fastify.addHook('onRoute', ({ method, url }) => {
    const methods = byPattern.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    byPattern.set(url, methods);
  });
  return (path) => {
    const taken = [...byPattern].flatMap(([pattern, methods]) => (fits(pattern, path) ? [...methods] : []));
    return [...new Set(taken)].sort();
  };
}

function fits(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const given = path.split('/');
  return (
    expected.length === given.length &&
    expected.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
}
