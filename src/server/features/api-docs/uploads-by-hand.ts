import type { OpenApiAnswer, OpenApiParameter } from '#shared/contract/openapi.ts';
import { uploadPartBytes, uploadsPath } from '#shared/versions/uploads.ts';
import type { Call } from './call.ts';
import { nounOf } from './contract.ts';

const megabytes = uploadPartBytes / 1_048_576;
const text = { type: 'string' } as const;
const bytes = { type: 'integer', minimum: 0 } as const;
const id: OpenApiParameter = { name: 'id', in: 'path', required: true, schema: text };

const header = (
  name: string,
  description: string,
  schema: OpenApiParameter['schema'] = text,
  required = true,
): OpenApiParameter => ({ name, in: 'header', description, required, schema });

const protocol = header('Tus-Resumable', 'The version of the protocol', { const: '1.0.0' });

const tells = (description: string, headers: Record<string, string>): OpenApiAnswer => ({
  description,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, meaning]) => [name, { description: meaning, schema: text }]),
  ),
});

const upload = { noun: nounOf('uploads'), access: 'signed-in', body: null, errors: [] } as const;
const ofOne = { ...upload, path: `${uploadsPath}/{id}`, parameters: [id, protocol] };
const part: Call['body'] = {
  required: true,
  content: {
    'application/offset+octet-stream': {
      schema: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
  },
};

/** Resumable uploads: the tus protocol 1.0.0 (tus.io). Standard clients need only the address. */
export const uploadCalls: Call[] = [
  {
    ...upload,
    id: 'createUpload',
    method: 'post',
    path: uploadsPath,
    summary: 'Announces a file and its size (tus 1.0.0: creation)',
    parameters: [
      protocol,
      header('Upload-Length', 'The size of the file in bytes', bytes),
      header(
        'Upload-Metadata',
        'The file’s name in base64, as `filename cG9uZy56aXA=`; and, after a comma, what the file is to become as `target`: `new` or the id of an application, whose limits are then asked about before anything is sent',
      ),
    ],
    answers: { 201: tells('The upload is open', { Location: 'Where its parts are sent' }) },
    errors: ['app_not_found', 'forbidden', 'limit_reached', 'subscription_required'],
  },
  {
    ...ofOne,
    id: 'getUploadOffset',
    method: 'head',
    summary: 'Tells how much of the file has arrived, which is where to go on',
    answers: {
      200: tells('How far it is', {
        'Upload-Offset': 'Bytes that have arrived',
        'Upload-Length': 'Bytes in all',
      }),
    },
    errors: ['upload_not_found', 'gone'],
  },
  {
    ...ofOne,
    id: 'sendUploadPart',
    method: 'patch',
    summary: `Sends the next part; what is acknowledged is on disk. Flux’s own pages send ${megabytes} MB at a time`,
    parameters: [...ofOne.parameters, header('Upload-Offset', 'Where this part begins', bytes)],
    body: part,
    answers: { 204: tells('The part has arrived', { 'Upload-Offset': 'Where the next part begins' }) },
    errors: ['upload_not_found', 'gone'],
  },
  {
    ...ofOne,
    id: 'cancelUpload',
    method: 'delete',
    summary: 'Gives an upload up that was not published (tus 1.0.0: termination)',
    answers: { 204: { description: 'It is gone' } },
    errors: ['upload_not_found', 'gone'],
  },
  {
    ...upload,
    id: 'getUploadProtocol',
    method: 'options',
    path: uploadsPath,
    summary: 'Tells which parts of the protocol are spoken, and how large a file may be',
    parameters: [],
    answers: {
      204: tells('What is spoken', {
        'Tus-Extension': 'Extensions, separated by commas',
        'Tus-Max-Size': 'In bytes',
      }),
    },
  },
];
