import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyEndpoint } from '#shared/contract/contract.ts';
import type { OpenApiDocument, OpenApiOperation } from '#shared/contract/openapi.ts';
import { projectFolder } from '../../project-folder.ts';
import { callsByHand } from './by-hand.ts';
import type { Call } from './call.ts';
import { nounNames, nounOf, readContractNames } from './contract.ts';
import { curlExample, type Origin } from './curl.ts';
import { errorSchema, inOrder, Refusals } from './errors.ts';
import { callOfEndpoint } from './from-endpoint.ts';
import { OutputSchemas } from './schemas.ts';

const description = `Everything that the pages of Flux do, they do by these calls.

Who is signed in is known by a cookie. Whatever changes something names Flux's own address in its \`Origin\` header.
A call that fails answers a status of 400 or above with \`code\`, which programs go by, and \`error\`, a sentence for a
person. A field that is not known here is refused. Dates are ISO 8601 strings in UTC, sizes are bytes.`;

/** @param endpoints what the server has bound */
export function describeApi(endpoints: readonly AnyEndpoint[], origin: Origin): OpenApiDocument {
  const names = readContractNames();
  const outputs = new OutputSchemas(names.schemas);
  const bound = endpoints.map((endpoint) =>
    callOfEndpoint(endpoint, names.endpoints.get(endpoint) ?? unnamed(endpoint), outputs),
  );
  const calls = [...bound, ...callsByHand].sort(inReadingOrder);
  const refusals = new Refusals();
  const paths: OpenApiDocument['paths'] = {};
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method]: operationOf(call, refusals, origin) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Flux',
      version: packageVersion(),
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin.publicUrl }],
    tags: [...new Set(calls.map(({ noun }) => noun))].map((name) => ({ name })),
    paths,
    components: {
      schemas: sorted({ Error: errorSchema, ...outputs.components }),
      responses: refusals.components,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: origin.cookieName,
          description: 'Set by signing in. Where a call names a role, the account must have it.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The value of the session cookie, for the calls that name this scheme. Without a cookie they need no `Origin`.',
        },
      },
    },
  };
}

function operationOf(call: Call, refusals: Refusals, origin: Origin): OpenApiOperation {
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [call.noun],
    security: securityOf(call),
    ...(call.parameters.length > 0 && { parameters: call.parameters }),
    ...(call.body && { requestBody: call.body }),
    responses: { ...call.answers, ...refusals.of(call) },
    'x-own-errors': inOrder(call.errors),
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curlExample(call, origin) }],
  };
}

/** A signed-in user may see more than a visitor, even in public calls. */
function securityOf({ access, bearer }: Call): OpenApiOperation['security'] {
  if (access === 'anyone') return [{}, { session: [] }];
  return [{ session: access === 'admin' ? ['admin'] : [] }, ...(bearer ? [{ bearer: [] }] : [])];
}

/** By tag, then short addresses before long ones, and reading before changing. */
function inReadingOrder(a: Call, b: Call): number {
  const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];
  const placeOf = ({ noun }: Call) => (nounNames.includes(noun) ? nounNames.indexOf(noun) : nounNames.length);
  return (
    placeOf(a) - placeOf(b) ||
    a.noun.localeCompare(b.noun) ||
    a.path.localeCompare(b.path) ||
    methods.indexOf(a.method) - methods.indexOf(b.method)
  );
}

/** For an endpoint that no shared module exports. */
function unnamed({ method, path }: AnyEndpoint): { id: string; noun: string } {
  const words = path.split(/\W+/).filter((word) => word !== '' && word !== 'api');
  const id = [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))];
  return { id: id.join(''), noun: nounOf(words[0] ?? 'api') };
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b)));
}

function packageVersion(): string {
  const file = readFileSync(join(projectFolder, 'package.json'), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
