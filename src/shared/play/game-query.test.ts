import { expect, test } from 'vitest';
import { gameParameters, gameQuery, hasParameter, withFramed, withQuery } from './game-query.ts';

test('a game gets every parameter except Flux’s own, with order, repetition, empty ones and encoding unchanged', () => {
  const query = 'b=2&a=1&b=3&empty=&bare&&name=%E6%97%A5+x%20y&q=a=b&keys=1&V=2';
  expect(gameQuery(query)).toBe(query);
  expect(gameQuery(`?v=1&${query}&key=s3cret&version=abc&ticket=t&flux-framed=1`)).toBe(query);
  expect(gameQuery('')).toBe('');
  expect(gameQuery('?')).toBe('');
});

test.each(Object.values(gameParameters))('%s is a parameter of Flux, in any number and spelling', (name) => {
  const spelled = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  expect(gameQuery(`${name}=1&a&${spelled}=2&${name}`)).toBe('a');
  expect(hasParameter(`a&${spelled}=2`, name)).toBe(true);
  expect(hasParameter(`a=${name}&x${name}=1`, name)).toBe(false);
});

test('parameters with invalid encoding are left to the game', () => {
  expect(gameQuery('%ff=1&%=2&%k=3')).toBe('%ff=1&%=2&%k=3');
});

test('a query is added to an address with and without one', () => {
  expect(withQuery('/a', '')).toBe('/a');
  expect(withQuery('/a', 'b')).toBe('/a?b');
  expect(withQuery('/a?b', 'c=1')).toBe('/a?b&c=1');
  expect(withFramed('')).toBe('flux-framed=1');
  expect(withFramed('a=+')).toBe('a=+&flux-framed=1');
});
