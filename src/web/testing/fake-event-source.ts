import type { ApplicationEvent } from '#shared/apps/app-events.ts';

/** Replaces the browser's `EventSource`; the open ones are tracked. */
export class FakeEventSource {
  static CLOSED = 2;
  static open: FakeEventSource[] = [];

  /** Sends an event on every open stream. */
  static tell(event: ApplicationEvent): void {
    for (const { onmessage } of FakeEventSource.open) onmessage?.({ data: JSON.stringify(event) });
  }

  readyState = 1;
  onmessage: ((message: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeEventSource.open.push(this);
  }

  close() {
    FakeEventSource.open = FakeEventSource.open.filter((source) => source !== this);
  }
}
