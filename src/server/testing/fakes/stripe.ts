import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandboxService, type SandboxService } from '#sandbox/stripe/service.ts';
import { readConfig } from '../../config/config.ts';
import {
  type Context,
  closeContext,
  createContext,
  type DatabaseTarget,
  prepareDatabase,
} from '../../context.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { freePort } from '../servers/free-port.ts';

const secretKey = 'sk_test_standin';
const webhookSecret = 'whsec_standin';

export interface StandInCall {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
}

/**
 * Replaces Stripe for a server in Stripe mode: the sandbox with its own database, behind a proxy that can fail. The
 * proxy exists before Flux starts, which needs its address; the sandbox starts with `open`.
 */
export class StripeStandIn {
  static readonly publishableKey = 'pk_test_standin';
  readonly port: number;
  /** What came through the door. */
  readonly calls: StandInCall[] = [];
  /** No response at all. */
  isDown = false;
  /** The calls whose responses are lost after they were executed, by call and number of earlier attempts. */
  loses: (call: StandInCall, before: number) => boolean = () => false;
  readonly #door = createServer((incoming, response) => void this.#pass(incoming, response));
  #context: Context | null = null;
  #sandbox: SandboxService | null = null;
  #folder = '';

  private constructor(port: number) {
    this.port = port;
  }

  static async create(): Promise<StripeStandIn> {
    const standIn = new StripeStandIn(await freePort());
    await new Promise<void>((resolve) => standIn.#door.listen(standIn.port, '127.0.0.1', resolve));
    return standIn;
  }

  /** The environment of a server that uses this as Stripe. */
  get env(): Record<string, string> {
    return {
      FLUX_STRIPE_SECRET_KEY: secretKey,
      FLUX_STRIPE_PUBLISHABLE_KEY: StripeStandIn.publishableKey,
      FLUX_STRIPE_WEBHOOK_SECRET: webhookSecret,
      FLUX_STRIPE_PRICES_PRO: 'price_sandbox_pro',
      FLUX_STRIPE_PRICES_PRO_PLUS: 'price_sandbox_pro_plus',
      FLUX_STRIPE_API_URL: `http://127.0.0.1:${this.port}`,
    };
  }

  /** What the sandbox keeps. */
  get context(): Context {
    if (!this.#context) throw new Error('Stripe’s stand-in is not open yet.');
    return this.#context;
  }

  /** @param flux whose webhook gets the events */
  async open(flux: { port: number }, target: DatabaseTarget, clock?: Clock): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'flux-stripe-'));
    const config = readConfig({
      FLUX_DATA: this.#folder,
      PORT: String(flux.port),
      FLUX_DATABASE_POOL: '4',
    });
    const log = createLog('error');
    await prepareDatabase(target, log);
    this.#context = await createContext(config, log, target, clock ? { clock } : {});
    this.#sandbox = await openSandboxService(this.#context, {
      key: secretKey,
      webhookSecret,
      portal: (sessionId) => `https://billing.stripe.com/p/session/${sessionId}`,
    });
  }

  /** The calls so far, by method and path. */
  callsTo(method: string, path: string): StandInCall[] {
    return this.calls.filter((call) => call.method === method && call.path === path);
  }

  async close(): Promise<void> {
    await this.#sandbox?.close();
    if (this.#context) await closeContext(this.#context);
    this.#door.closeAllConnections();
    await new Promise((resolve) => this.#door.close(resolve));
    if (this.#folder !== '') await rm(this.#folder, { recursive: true, force: true });
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = incoming;
    const key = headers['idempotency-key'];
    const path = url.split('?')[0] ?? '';
    const idempotencyKey = typeof key === 'string' ? key : undefined;
    const call = { method, path, idempotencyKey };
    const before = this.calls.filter((each) => each.path === path && each.idempotencyKey === idempotencyKey);
    this.calls.push(call);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    if (this.isDown || !this.#sandbox) return void response.destroy();
    const inner = request(
      { host: '127.0.0.1', port: this.#sandbox.port, method, path: url, headers, agent: false },
      (answer) => {
        if (this.loses(call, before.length)) {
          answer.resume();
          answer.on('end', () => response.destroy());
          return;
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    inner.on('error', () => response.destroy());
    inner.end(Buffer.concat(chunks));
  }
}
