import { exportPath } from '#shared/accounts/personal-data.ts';
import { applicationEventsPath } from '#shared/apps/app-events.ts';
import { type OpenApiAnswer, type OpenApiParameter, openApiPath } from '#shared/contract/openapi.ts';
import type { Call } from './call.ts';
import { nounOf } from './contract.ts';
import { uploadCalls } from './uploads-by-hand.ts';

const text = { type: 'string' } as const;
const id: OpenApiParameter = { name: 'id', in: 'path', required: true, schema: text };
const query = (
  name: string,
  description: string,
  rest: Partial<OpenApiParameter> = {},
): OpenApiParameter => ({
  name,
  in: 'query',
  description,
  required: false,
  schema: text,
  ...rest,
});
const pixels = { type: 'integer', minimum: 1, maximum: 999_999 } as const;

const file = (type: string, description: string): OpenApiAnswer => ({
  description,
  content: { [type]: { schema: { type: 'string', contentMediaType: type } } },
});

const reading = { method: 'get', access: 'anyone', parameters: [], body: null, errors: [] } as const;

/**
 * Calls that the contract cannot describe: files, streams, redirects, and external protocols. A test compares them
 * with the server's routes.
 */
export const callsByHand: Call[] = [
  ...uploadCalls,
  {
    ...reading,
    id: 'downloadApplication',
    noun: nounOf('apps'),
    path: '/api/applications/{id}/download',
    summary: 'Leads to the original file of a version, as it was uploaded',
    parameters: [
      id,
      query('version', 'The id of a version; without it the active one'),
      query('key', 'The share key of a private application'),
    ],
    answers: {
      302: {
        description: 'The file lies there',
        headers: { Location: { description: 'On the application’s own origin', schema: text } },
      },
    },
    errors: ['app_not_found', 'version_not_found'],
  },
  {
    ...reading,
    id: 'watchApplications',
    noun: nounOf('app-list'),
    path: applicationEventsPath,
    summary: 'Tells within a second of every change among the applications that the caller may see',
    parameters: [
      query('since', 'For visitors: from when the list is that they have, in milliseconds since 1970'),
    ],
    answers: {
      200: {
        description:
          'Server-sent events, without end. The data of each is JSON: `{"kind": "refresh"}`, where anything may have changed, or `kind` and `id`, where `kind` is published, edited, activated or removed',
        content: { 'text/event-stream': { schema: text } },
      },
    },
    errors: ['cross_site', 'unavailable'],
  },
  {
    ...reading,
    id: 'exportMyData',
    noun: nounOf('personal-data'),
    path: exportPath,
    access: 'signed-in',
    summary: 'Downloads all of one’s data with the original file of every version; needs a fresh sign-in',
    answers: { 200: file('application/zip', 'A zip with `data.json` and the files') },
    errors: ['fresh_sign_in_required', 'cross_site'],
  },
  {
    ...reading,
    id: 'getThumbnail',
    noun: nounOf('apps'),
    path: '/thumbnails/{id}/{file}',
    summary: 'A picture of an application, at the address that `thumbnailUrl` names; it never changes',
    parameters: [
      id,
      {
        name: 'file',
        in: 'path',
        description: '400 × 300 or 800 × 600',
        required: true,
        schema: { type: 'string', enum: ['400.webp', '800.webp'] },
      },
    ],
    answers: { 200: file('image/webp', 'The picture') },
    errors: ['not_found'],
  },
  {
    ...reading,
    id: 'getOembed',
    noun: nounOf('embed'),
    path: '/api/oembed',
    summary:
      'How another site shows a public application (oEmbed 1.0, type `rich`); fields it does not know are ignored',
    parameters: [
      query('url', 'The address of the application’s page', { required: true }),
      query('format', 'Flux answers JSON only', { schema: { const: 'json' } }),
      query('maxwidth', 'In pixels', { schema: pixels }),
      query('maxheight', 'In pixels', { schema: pixels }),
    ],
    answers: {
      200: {
        description: 'The frame as `html`, its size, its title and its thumbnail',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                version: { const: '1.0' },
                type: { const: 'rich' },
                provider_name: text,
                provider_url: text,
                title: text,
                author_name: text,
                thumbnail_url: text,
                thumbnail_width: pixels,
                thumbnail_height: pixels,
                width: pixels,
                height: pixels,
                html: text,
              },
              required: ['version', 'type', 'title', 'author_name', 'width', 'height', 'html'],
            },
          },
        },
      },
    },
    errors: ['unauthenticated', 'not_found', 'app_not_found', 'not_implemented'],
  },
  {
    ...reading,
    id: 'getOpenApiDocument',
    noun: nounOf('openapi'),
    path: openApiPath,
    summary: 'This description, as an OpenAPI 3.1 document',
    answers: {
      200: {
        description: 'With an `ETag`',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      304: { description: 'It is what the caller has' },
    },
  },
];
