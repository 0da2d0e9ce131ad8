import { toMilliseconds } from '#shared/dates.ts';
import { texts } from '../texts/en/lib.ts';
import { formatLocale } from '../texts/locale.ts';

const day = new Intl.DateTimeFormat(formatLocale, { year: 'numeric', month: 'short', day: 'numeric' });

const moment = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'medium', timeStyle: 'short' });

/** 'Nov 21, 2026'; 'Unknown date' where there is none, 'Invalid date' where it cannot be read. */
export function formatDate(value: unknown): string {
  return format(value, day);
}

/** 'Nov 21, 2026, 8:15 AM', where the time of the day matters. */
export function formatMoment(value: unknown): string {
  return format(value, moment);
}

function format(value: unknown, style: Intl.DateTimeFormat): string {
  const milliseconds = toMilliseconds(value);
  if (milliseconds === null) return texts.unknownDate;
  return Number.isFinite(milliseconds) ? style.format(milliseconds) : texts.invalidDate;
}
