import type { ErrorCode } from './errors.ts';

/** The API description for programs. The page at `/api` is made from it. */
export const openApiPath = '/api/openapi.json';

/** The subset of JSON Schema (draft 2020-12) that Flux writes. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  contentMediaType?: string;
  deprecated?: boolean;
}

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required: boolean;
  schema: JsonSchema;
}

interface Described {
  description: string;
}

export interface OpenApiAnswer extends Described {
  headers?: Record<string, Described & { schema: JsonSchema }>;
  content?: Record<string, { schema: JsonSchema }>;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: [string];
  /** Alternatives; an empty one means a visitor. The list of a session names the required role. */
  security: { session?: string[]; bearer?: string[] }[];
  parameters?: readonly OpenApiParameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, OpenApiAnswer | { $ref: string }>;
  /** The codes of this endpoint, without the common ones of its kind. */
  'x-own-errors': ErrorCode[];
  'x-codeSamples': [{ lang: 'Shell'; label: 'curl'; source: string }];
}

export const openApiMethods = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'] as const;
export type OpenApiMethod = (typeof openApiMethods)[number];

export interface OpenApiDocument {
  openapi: '3.1.1';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Partial<Record<OpenApiMethod, OpenApiOperation>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, OpenApiAnswer>;
    securitySchemes: {
      session: { type: 'apiKey'; in: 'cookie'; name: string; description: string };
      bearer: { type: 'http'; scheme: 'bearer'; description: string };
    };
  };
}
