import type { Context } from '#server/context.ts';
import { catchUp } from './clock.ts';
import { deliverEvents } from './events.ts';
import { type SandboxOptions, startSandbox } from './server.ts';

export interface SandboxServiceOptions extends Omit<SandboxOptions, 'changed'> {
  /** What events are signed with. */
  webhookSecret: string;
}

export interface SandboxService {
  port: number;
  /** Runs everything due and delivers its events. */
  run(signal?: AbortSignal): Promise<void>;
  /** Resolves when no event is left. */
  close(): Promise<void>;
}

/** The sandbox with event delivery to the webhook of the context. */
export async function openSandboxService(
  context: Context,
  { webhookSecret, ...options }: SandboxServiceOptions,
): Promise<SandboxService> {
  const stopping = new AbortController();
  let telling: Promise<void> = Promise.resolve();
  let isWaiting = false;
  const changed = () => {
    if (isWaiting || stopping.signal.aborted) return;
    isWaiting = true;
    telling = telling.then(async () => {
      isWaiting = false;
      await deliverEvents(context, webhookSecret, stopping.signal).catch((error: unknown) =>
        context.log.error({ err: error }, 'payment sandbox'),
      );
    });
  };
  const server = await startSandbox(context, { ...options, changed });
  return {
    port: server.port,
    run: async (signal) => {
      await catchUp(context);
      await deliverEvents(context, webhookSecret, signal);
    },
    close: async () => {
      stopping.abort();
      await telling;
      await server.close();
    },
  };
}
