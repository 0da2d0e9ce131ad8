import { afterEach, expect, test, vi } from 'vitest';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { isValid } from '#shared/billing/subscription.ts';
import { serverTimeHeader } from '#shared/contract/server-time.ts';
import { call } from '../../api.ts';
import { serverNow, updateServerTime } from './server-time.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const year = 365 * 86_400_000;
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  updateServerTime(iso(Date.now()));
});

/** The server's time is `now`; this machine's clock differs by this offset. */
async function askWith(off: number): Promise<void> {
  vi.useFakeTimers({ now: now + off, toFake: ['Date'] });
  vi.stubGlobal('fetch', async () => Response.json([], { headers: { [serverTimeHeader]: iso(now) } }));
  await call(listSubscriptions);
}

test.each([0, year, -year])(
  'a plan is judged by the server’s clock: this machine’s is off by %s ms',
  async (off) => {
    await askWith(off);
    const ends = (currentPeriodEnd: number) => ({
      status: 'cancelled',
      isTrialActive: false,
      trialEnd: null,
      cancelAtPeriodEnd: true,
      currentPeriodEnd: iso(currentPeriodEnd),
    });
    expect(isValid(ends(now + 1), serverNow())).toBe(true);
    expect(isValid(ends(now), serverNow())).toBe(false);
  },
);

test('the time advances with this machine’s clock, even across responses without a time', async () => {
  await askWith(year);
  vi.setSystemTime(now + year + 60_000);
  vi.stubGlobal('fetch', async () => Response.json([]));
  await call(listSubscriptions);
  expect(serverNow()).toBe(now + 60_000);
});
