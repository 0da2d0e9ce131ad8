import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/contract.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';
import { type OpenApiDocument, type OpenApiOperation, openApiPath } from '#shared/contract/openapi.ts';

/** The API description is not in the contract, because it is made from the contract. */
export const getOpenApi = defineEndpoint({
  method: 'GET',
  path: openApiPath,
  summary: 'The description of the API',
  access: 'anyone',
  output: z.custom<OpenApiDocument>(),
});

function someOperation(
  operationId: string,
  tag: string,
  fields: Partial<OpenApiOperation> & { curl?: string } = {},
): OpenApiOperation {
  const { curl = `curl ${location.origin}/api/${operationId}`, ...given } = fields;
  return {
    operationId,
    summary: `Does what ${operationId} says`,
    tags: [tag],
    security: [{ session: [] }, { bearer: [] }],
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Application' } } },
      },
    },
    'x-own-errors': [] as ErrorCode[],
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curl }],
    ...given,
  };
}

/** Endpoints with each kind of part that the page shows, and long paths. */
export function someOpenApi(): OpenApiDocument {
  const id = { name: 'id', in: 'path', description: 'Of the application', required: true } as const;
  const idSchema = { type: 'string', pattern: '^[a-z2-7]{26}$' };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Flux',
      version: '0.1.0',
      description: '',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: location.origin }],
    tags: [{ name: 'Applications' }, { name: 'Versions' }],
    paths: {
      '/api/applications': {
        get: someOperation('listApplications', 'Applications', {
          security: [{}],
          parameters: [
            {
              name: 'limit',
              in: 'query',
              required: false,
              schema: { type: 'integer', minimum: 1, maximum: 100 },
            },
          ],
          curl: `curl ${location.origin}/api/applications`,
        }),
      },
      '/api/applications/{id}': {
        get: someOperation('getApplication', 'Applications', {
          parameters: [{ ...id, schema: idSchema }],
          'x-own-errors': ['app_not_found'],
        }),
      },
      [`/api/applications/{id}/versions/${'a-long-name-'.repeat(6)}`]: {
        post: someOperation('createVersion', 'Versions', {
          security: [{ session: ['admin'] }],
          parameters: [
            { ...id, schema: idSchema },
            { name: 'Upload-Offset', in: 'header', required: true, schema: { type: 'integer', minimum: 0 } },
          ],
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  required: ['changelog'],
                  properties: {
                    changelog: { type: 'string', minLength: 1, maxLength: 5_000 },
                    build: { type: 'string', contentMediaType: 'application/zip' },
                    uploadedByEmail: { deprecated: true },
                  },
                },
              },
            },
          },
          curl: `curl -F changelog=CHANGELOG -F build=@BUILD ${location.origin}/api/applications/APPLICATION/versions`,
        }),
        delete: someOperation('deleteVersions', 'Versions', {
          responses: {
            204: { description: 'Nothing', headers: { ETag: { description: 'Of it', schema: {} } } },
          },
        }),
      },
    },
    components: {
      schemas: {
        Application: {
          type: 'object',
          required: ['id', 'thumbnailLargeUrl'],
          properties: {
            id: idSchema,
            thumbnailLargeUrl: { type: ['string', 'null'], description: 'Of 1280 pixels' },
            newest: { $ref: '#/components/schemas/Version' },
          },
        },
        Version: { type: 'object', properties: { changelog: { type: 'string' } } },
      },
      responses: {},
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'flux_session', description: '' },
        bearer: { type: 'http', scheme: 'bearer', description: '' },
      },
    },
  };
}
