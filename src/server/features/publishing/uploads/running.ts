import type { IncomingMessage } from 'node:http';
import type { Context } from '#server/context.ts';
import { disabledChange } from '../../accounts/disable.ts';

/** The requests that are sending something right now, by who sends it: they end with the account's right to. */
export class RunningRequests {
  readonly #running = new Map<IncomingMessage, string>();

  constructor({ changes }: Pick<Context, 'changes'>) {
    changes.subscribe({
      onChange: ({ kind, id }) => {
        if (kind === disabledChange) this.#end(id);
      },
      // Whatever was missed, the next request of theirs is refused.
      onGap: () => {},
    });
  }

  async during<Result>(
    userId: string,
    request: IncomingMessage,
    work: () => Promise<Result>,
  ): Promise<Result> {
    this.#running.set(request, userId);
    try {
      return await work();
    } finally {
      this.#running.delete(request);
    }
  }

  #end(userId: string): void {
    for (const [request, sender] of this.#running) if (sender === userId) request.destroy();
  }
}
