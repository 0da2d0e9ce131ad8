import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { AnyEndpoint, CallOutput } from '#shared/contract/contract.ts';
import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { SharedLimits } from '../limits/shared-limits.ts';
import { announcesBody } from './connections/connection-progress.ts';
import { type Form, type FormLimits, type ReceivedFile, readForm } from './input/form.ts';
import { FormSlots } from './input/form-slots.ts';
import { parseInput } from './input/parse-input.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's word for what is bound here. */
    endpoint?: AnyEndpoint;
  }
}

/** What a handler is given: every part parsed by the endpoint's schemas. */
export interface HandlerInput<E extends AnyEndpoint, Viewer> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  /** Files of a form by field name; removed after the handler unless it moved them. */
  files: Map<string, ReceivedFile>;
  viewer: Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What is known before the body is read. */
export type PreflightInput<E extends AnyEndpoint, Viewer> = Pick<
  HandlerInput<E, Viewer>,
  'params' | 'query' | 'viewer' | 'request'
>;

interface BindOptions<E extends AnyEndpoint, Viewer> {
  /** Throws for whoever may not do this at all, so that a body, which may be large, is not even read. */
  preflight?(input: PreflightInput<E, Viewer>): Promise<void>;
  /** Where an endpoint takes no file and is dear all the same; those that take one are counted as uploads anyway. */
  counted?: FastifyContextConfig['counted'];
}

export interface HttpOptions<Viewer> {
  resolveViewer(request: FastifyRequest): Promise<Viewer | null>;
  /** Whatever was known of this request before. */
  resolveViewerAnew(request: FastifyRequest): Promise<Viewer | null>;
  isAdmin(viewer: Viewer): boolean;
  idOf(viewer: Viewer): string;
  senderOf(viewer: Viewer): { account: string; session: string };
  sharedLimits: SharedLimits;
  /** Asked for each form: what may be sent changes while Flux runs. */
  form(): Promise<FormLimits>;
}

/** Binds endpoints of the contract to a Fastify server. */
export class Http<Viewer> {
  readonly fastify: FastifyInstance;
  /** What is bound so far. */
  readonly endpoints: AnyEndpoint[] = [];
  readonly #options: HttpOptions<Viewer>;
  readonly #forms: FormSlots;

  constructor(fastify: FastifyInstance, options: HttpOptions<Viewer>) {
    this.fastify = fastify;
    this.#options = options;
    this.#forms = new FormSlots(options.sharedLimits);
  }

  /** Who makes this request; null for a visitor. */
  viewerOf(request: FastifyRequest): Promise<Viewer | null> {
    return this.#options.resolveViewer(request);
  }

  /** For endpoints with access `anyone`: the viewer may be null. */
  bind<E extends AnyEndpoint>(
    endpoint: E,
    handle: (input: HandlerInput<E, Viewer | null>) => Promise<CallOutput<E>>,
    options: BindOptions<E, Viewer | null> = {},
  ): void {
    this.#route(endpoint, handle, options);
  }

  /** For endpoints with access `signed-in` or `admin`: the viewer is there. */
  bindSignedIn<E extends AnyEndpoint>(
    endpoint: E,
    handle: (input: HandlerInput<E, Viewer>) => Promise<CallOutput<E>>,
    options: BindOptions<E, Viewer> = {},
  ): void {
    if (endpoint.access === 'anyone') throw new Error(`${endpoint.path} is open to anyone: use bind.`);
    this.#route(endpoint, (input) => handle(input as HandlerInput<E, Viewer>), {
      ...options,
      preflight: async (input) => options.preflight?.(input as PreflightInput<E, Viewer>),
    });
  }

  #route<E extends AnyEndpoint>(
    endpoint: E,
    handle: (input: HandlerInput<E, Viewer | null>) => Promise<CallOutput<E>>,
    options: BindOptions<E, Viewer | null>,
  ): void {
    this.endpoints.push(endpoint);
    // Where a file is taken, a build or a picture is read: that is counted apart.
    const counted = options.counted ?? (endpoint.files.length > 0 ? 'upload' : undefined);
    this.fastify.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { endpoint, ...(counted && { counted }) },
      handler: async (request, reply) => {
        const sendsForm = isForm(request);
        let viewer = this.#admit(endpoint, await this.viewerOf(request));
        // Other bodies have been read by now, which a form is further down.
        if (!sendsForm) viewer = await this.#admitAgain(endpoint, request, viewer);
        const params: z.output<E['params']> = parseInput(
          endpoint.params as E['params'],
          request.params ?? {},
          'path',
        );
        const query: z.output<E['query']> = parseInput(
          endpoint.query as E['query'],
          request.query ?? {},
          'query',
        );
        await options.preflight?.({ params, query, viewer, request });
        const form = await this.#readBody(endpoint, request, viewer);
        try {
          if (sendsForm) viewer = await this.#admitAgain(endpoint, request, viewer);
          const body: z.output<E['body']> = parseInput(endpoint.body as E['body'], form.fields);
          const answer = await handle({ params, query, body, files: form.files, viewer, request, reply });
          return send(endpoint, request, reply, answer);
        } finally {
          await form.discard();
        }
      },
    });
  }

  #admit(endpoint: AnyEndpoint, viewer: Viewer | null): Viewer | null {
    if (endpoint.access === 'anyone') return viewer;
    if (viewer === null) throw new FluxError('unauthenticated');
    if (endpoint.access === 'admin' && !this.#options.isAdmin(viewer))
      throw new FluxError('forbidden', 'Admin access required');
    return viewer;
  }

  /** A body takes as long as its sender likes: a session or role that has ended since its first byte counts no more. */
  async #admitAgain(
    endpoint: AnyEndpoint,
    request: FastifyRequest,
    before: Viewer | null,
  ): Promise<Viewer | null> {
    if (!announcesBody(request.headers)) return before;
    const viewer = this.#admit(endpoint, await this.#options.resolveViewerAnew(request));
    const idOf = (each: Viewer | null) => (each === null ? null : this.#options.idOf(each));
    if (idOf(viewer) !== idOf(before)) throw new FluxError('unauthenticated');
    return viewer;
  }

  async #readBody(endpoint: AnyEndpoint, request: FastifyRequest, viewer: Viewer | null): Promise<Form> {
    if (endpoint.encoding === 'form' && isForm(request)) {
      const [path = ''] = request.url.split('?', 1);
      const sender =
        viewer === null ? { account: request.ip, session: null } : this.#options.senderOf(viewer);
      return this.#forms.hold({ ...sender, path }, async () =>
        readForm(request, endpoint.files, await this.#options.form()),
      );
    }
    if (isForm(request)) throw new FluxError('unsupported_type', 'This endpoint accepts application/json.');
    return {
      fields: (request.body ?? {}) as Record<string, unknown>,
      files: new Map<string, ReceivedFile>(),
      discard: async () => {},
    };
  }
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') ?? false;
}

function send(endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply, answer: unknown): unknown {
  if (reply.sent) return reply;
  if (!endpoint.paged) return z.parse(endpoint.output, answer);
  const page = answer as { items: unknown[]; nextCursor: string | null };
  if (page.nextCursor !== null) {
    const url = endpointUrl(
      request.url.split('?')[0] ?? '',
      {},
      { ...(request.query as object), cursor: page.nextCursor },
    );
    reply.header('link', `<${url}>; rel="next"`);
  }
  return page.items.map((item) => z.parse(endpoint.output, item));
}
