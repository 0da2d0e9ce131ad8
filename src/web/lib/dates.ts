import { toMilliseconds } from '#shared/dates.ts';
import { texts } from '../texts/en/lib.ts';
import { formatLocale } from '../texts/locale.ts';

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const moment = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** 'Nov 21, 2026'; 'Unknown date' where there is none, 'Invalid date' where it cannot be read. */
export function formatDate(value: unknown, timeZone?: string): string {
  return format(value, { ...day, timeZone });
}

/** 'Nov 21, 2026, 8:15 AM', where the time of the day matters. */
export function formatMoment(value: unknown): string {
  return format(value, moment);
}

function format(value: unknown, style: Intl.DateTimeFormatOptions): string {
  const milliseconds = toMilliseconds(value);
  if (milliseconds === null) return texts.unknownDate;
  return Number.isFinite(milliseconds) ? writerOf(style).format(milliseconds) : texts.invalidDate;
}

/** Made once for each manner: to make one costs as much as to write a hundred dates, and lists are long. */
const writers = new Map<string, Intl.DateTimeFormat>();

function writerOf(style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = formatLocale + JSON.stringify(style);
  const known = writers.get(key);
  if (known) return known;
  const writer = new Intl.DateTimeFormat(formatLocale, style);
  writers.set(key, writer);
  return writer;
}
