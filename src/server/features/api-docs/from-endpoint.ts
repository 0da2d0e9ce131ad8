import type * as z from 'zod/mini';
import type { AnyEndpoint } from '#shared/contract/contract.ts';
import type { JsonSchema, OpenApiAnswer, OpenApiParameter } from '#shared/contract/openapi.ts';
import type { Call } from './call.ts';
import { inputSchema, type OutputSchemas } from './schemas.ts';

export function callOfEndpoint(
  endpoint: AnyEndpoint,
  { id, noun }: { id: string; noun: string },
  outputs: OutputSchemas,
): Call {
  return {
    id,
    noun,
    method: endpoint.method.toLowerCase() as Call['method'],
    path: endpoint.path,
    summary: endpoint.summary,
    access: endpoint.access,
    ...(endpoint.bearer && { bearer: true }),
    parameters: [...parametersIn('path', endpoint.params), ...parametersIn('query', endpoint.query)],
    body: bodyOf(endpoint),
    answers: { 200: answerOf(endpoint, outputs) },
    errors: endpoint.errors,
  };
}

const meanings: Record<string, string> = {
  cursor: 'Where the page begins: as the `Link` header of the page before has it',
  limit: 'How many of a page at most',
};

function parametersIn(place: 'path' | 'query', schema: z.ZodMiniType): OpenApiParameter[] {
  const { properties = {}, required = [] } = inputSchema(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    ...(meanings[name] && { description: meanings[name] }),
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function bodyOf({ method, body, encoding, files }: AnyEndpoint): Call['body'] {
  const schema = inputSchema(body);
  const isEmpty = schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0;
  if (method === 'GET' || (isEmpty && encoding === 'json')) return null;
  const json = { 'application/json': { schema } };
  const required = schema.type !== 'object' || (schema.required ?? []).length > 0;
  if (encoding === 'json') return { required, content: json };
  return { required, content: { 'multipart/form-data': { schema: withFiles(schema, files) }, ...json } };
}

function withFiles(schema: JsonSchema, files: readonly string[]): JsonSchema {
  const parts = files.map((name): [string, JsonSchema] => [
    name,
    { type: 'string', contentMediaType: 'application/octet-stream' },
  ]);
  return { ...schema, properties: { ...Object.fromEntries(parts), ...schema.properties } };
}

const linkHeader = {
  Link: {
    description: 'The address of the next page, as `<…?cursor=…>; rel="next"`; missing on the last page',
    schema: { type: 'string' },
  },
};

function answerOf({ paged, output }: AnyEndpoint, outputs: OutputSchemas): OpenApiAnswer {
  const schema = outputs.convert(output);
  if (!paged) return { description: 'It worked', content: { 'application/json': { schema } } };
  return {
    description: 'One page of the list',
    headers: linkHeader,
    content: { 'application/json': { schema: { type: 'array', items: schema } } },
  };
}
