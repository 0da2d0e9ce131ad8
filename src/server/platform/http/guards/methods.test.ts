import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { collectMethods } from './methods.ts';

test('the methods of an address are those of every route that fits it', async () => {
  const fastify = Fastify();
  const methodsOf = collectMethods(fastify);
  const answer = async () => 'x';
  fastify.get('/api/apps/:id', answer);
  fastify.patch('/api/apps/:id', answer);
  fastify.delete('/api/apps/all', answer);
  await fastify.register(async (scope) => void scope.post('/api/apps', answer));
  expect(methodsOf('/api/apps')).toEqual(['POST']);
  expect(methodsOf('/api/apps/a')).toEqual(['GET', 'HEAD', 'PATCH']);
  expect(methodsOf('/api/apps/all')).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH']);
  for (const path of ['/', '/api', '/api/apps/', '/api/apps/a/b', '/api/appsa', '//api/apps'])
    expect([path, methodsOf(path)]).toEqual([path, []]);
});
