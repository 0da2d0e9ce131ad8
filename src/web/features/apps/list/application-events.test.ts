import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApplicationEvent } from '#shared/apps/app-events.ts';
import { FakeEventSource } from '#web/testing/fake-event-source.ts';
import { subscribeToApplications } from './application-events.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let told: ApplicationEvent[][] = [];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', page);
  FakeEventSource.open = [];
  told = [];
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const listen = (tell: (events: ApplicationEvent[]) => Promise<void> | void = () => {}) => {
  stop = subscribeToApplications((events) => {
    told.push(events);
    return tell(events);
  });
};
function hear(kind: string, id?: string): void {
  FakeEventSource.tell({ kind, id } as ApplicationEvent);
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

it('the first and the second change are reported immediately', async () => {
  listen();
  hear('published', 'a');
  await pass(225);
  expect(told).toEqual([[{ kind: 'published', id: 'a' }]]);
  await pass(1_000);
  hear('edited', 'a');
  await pass(225);
  expect(told).toHaveLength(2);
});

it.each([0, 0.5, 0.999])('continuous changes are reported at intervals, and none is lost', async (chance) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  listen();
  for (let count = 0; count < 100; count += 1) {
    hear('activated', String(count));
    await pass(100);
  }
  expect(told.length).toBeLessThanOrEqual(3);
  for (let count = 100; count < 600; count += 1) {
    hear('activated', String(count));
    await pass(100);
  }
  // Per minute.
  expect(told.length).toBeLessThanOrEqual(10);
  await pass(12_000);
  expect(told.flat().map((event) => 'id' in event && Number(event.id))).toEqual([...Array(600).keys()]);
});

it('reports nothing while the previous report is being processed', async () => {
  const work = Promise.withResolvers<void>();
  listen(() => work.promise);
  hear('refresh');
  await pass(1_000);
  hear('refresh');
  await pass(30_000);
  expect(told).toHaveLength(1);
  work.resolve();
  await pass(225);
  expect(told).toHaveLength(2);
});

it('continues after an error in processing', async () => {
  const failed = vi.fn();
  process.on('unhandledRejection', failed);
  listen(() => Promise.reject(new Error('away')));
  hear('refresh');
  await pass(1_000);
  hear('refresh');
  await pass(1_000);
  expect(told).toHaveLength(2);
  process.off('unhandledRejection', failed);
});

it('keeps one connection, however often the page is hidden and shown, and then none', async () => {
  listen();
  for (const visibilityState of ['hidden', 'visible', 'hidden', 'visible'] as const) {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
    hear('refresh');
    expect(FakeEventSource.open).toHaveLength(visibilityState === 'visible' ? 1 : 0);
    await pass(1_000);
  }
  expect(told).toEqual([[{ kind: 'refresh' }], [{ kind: 'refresh' }]]);
  hear('refresh');
  stop();
  expect(FakeEventSource.open).toEqual([]);
  await pass(30_000);
  expect(told).toHaveLength(2);
});
