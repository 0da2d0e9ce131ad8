import { texts } from '../../i18n/en/uploads.ts';
import { format } from '../../i18n/format.ts';

/** Sent bytes at a time in milliseconds. */
export interface Sample {
  at: number;
  bytes: number;
}

const windowMilliseconds = 5_000;

/** Keeps the samples of the last five seconds; starts again if bytes decrease, as after a resend. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1);
  if (!last || sample.bytes < last.bytes) return [sample];
  return [...samples.filter(({ at }) => sample.at - at <= windowMilliseconds), sample];
}

/** Bytes per second over the window; null before half a second. */
export function speedOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < 500) return null;
  return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
}

/** '3.20 MB/s' */
export function formatSpeed(bytesPerSecond: number): string {
  return `${(bytesPerSecond / 1_048_576).toFixed(2)} MB/s`;
}

/** 'about 2 minutes left'; empty if unknown. */
export function formatTimeLeft(bytesLeft: number, bytesPerSecond: number | null): string {
  if (!bytesPerSecond) return '';
  const seconds = Math.ceil(bytesLeft / bytesPerSecond);
  if (seconds < 90) return format(texts.secondsLeft, { seconds: Math.max(1, seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return format(texts.minutesLeft, { minutes });
  return format(texts.hoursLeft, { hours: Math.round(minutes / 60) });
}

/** Whole percent, 100 only when everything has been sent. */
export function percentOf(sent: number, total: number): number {
  return total > 0 ? Math.floor((sent / total) * 100) : 0;
}
