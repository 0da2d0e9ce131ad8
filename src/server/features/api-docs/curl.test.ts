import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Call } from './call.ts';
import { curlExample } from './curl.ts';

const origin = { publicUrl: 'http://flux.localhost:3000', cookieName: '__Host-flux-session' };
const plain: Call = {
  id: 'getThing',
  noun: 'Things',
  method: 'get',
  path: '/api/things',
  summary: '',
  access: 'anyone',
  parameters: [],
  body: null,
  answers: { 200: { description: '' } },
  errors: [],
};

/** The arguments that a shell would pass to curl. */
function words(call: Partial<Call>): string[] {
  const script = `curl() { printf '%s\\n' "$@"; }\n${curlExample({ ...plain, ...call }, origin)}`;
  const env = { PATH: process.env.PATH ?? '', SESSION: 's3cret' };
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).trimEnd().split('\n');
}
const body = (schema: object, type = 'application/json') => ({
  required: true,
  content: { [type]: { schema } },
});

test('a read needs the address only', () => {
  expect(words({})).toEqual(['http://flux.localhost:3000/api/things']);
});

test('placeholders are in capitals', () => {
  const parameters: Call['parameters'] = [
    { name: 'thingId', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'url', in: 'query', required: true, schema: { type: 'string' } },
    { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } },
  ];
  expect(words({ path: '/api/things/{thingId}', parameters })).toEqual([
    'http://flux.localhost:3000/api/things/THING_ID?url=URL',
  ]);
});

test('a change sends the session and the Origin', () => {
  expect(words({ method: 'delete', access: 'signed-in' })).toEqual([
    '-X',
    'DELETE',
    'http://flux.localhost:3000/api/things',
    '-b',
    '__Host-flux-session=s3cret',
    '-H',
    'Origin: http://flux.localhost:3000',
  ]);
});

test('a body has the required fields, whatever their names', () => {
  const schema = {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ["it's", 'other'] },
      count: { type: 'integer', minimum: 3 },
      inner: { type: 'object', properties: { deep: { const: true } }, required: ['deep'] },
      note: { type: 'string' },
    },
    required: ['kind', 'count', 'inner'],
  };
  const sent = words({ method: 'post', body: body(schema) });
  expect(JSON.parse(sent.at(-1) ?? '')).toEqual({ kind: "it's", count: 3, inner: { deep: true } });
  expect(sent).toContain('Content-Type: application/json');
});

test('a body without required fields has an example', () => {
  const schema = { type: 'object', properties: { ignored: {}, name: { type: 'string' } } };
  expect(words({ method: 'patch', body: body(schema) }).at(-1)).toBe('{"name":"NAME"}');
});

test('a form has its files', () => {
  const schema = {
    type: 'object',
    properties: { build: { contentMediaType: 'application/zip' }, name: { type: 'string' } },
    required: ['name'],
  };
  const sent = words({ method: 'post', body: body(schema, 'multipart/form-data') });
  expect(sent.slice(-4)).toEqual(['-F', 'build=@BUILD', '-F', 'name=NAME']);
  expect(sent).not.toContain('Content-Type: multipart/form-data');
});

test('a stream is shown as it arrives, and a file is saved under its name', () => {
  const answers = (type: string) => ({ 200: { description: '', content: { [type]: { schema: {} } } } });
  expect(words({ answers: answers('text/event-stream') })).toEqual([
    '-N',
    'http://flux.localhost:3000/api/things',
    '-H',
    'Accept: text/event-stream',
  ]);
  expect(words({ answers: answers('application/zip') })[0]).toBe('-fLOJ');
});
