import { toMilliseconds } from '#shared/text/dates.ts';
import { texts } from '../../i18n/en/lib.ts';
import { intlFormatters } from './intl-formatters.ts';

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const dayOfYear = { month: 'short', day: 'numeric' } as const;
const moment = { dateStyle: 'medium', timeStyle: 'short' } as const;
const formatterFor = intlFormatters(
  (locale, style: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, style),
);

/** 'Nov 21, 2026'; 'Unknown date' if missing, 'Invalid date' if invalid. */
export function formatDate(value: unknown, timeZone?: string): string {
  return formatWith(value, { ...day, timeZone });
}

/** 'Nov 21', for dates in the next months. */
export function formatDayOfYear(value: unknown): string {
  return formatWith(value, dayOfYear);
}

/** 'Nov 21, 2026, 8:15 AM', if the time matters. */
export function formatMoment(value: unknown): string {
  return formatWith(value, moment);
}

function formatWith(value: unknown, style: Intl.DateTimeFormatOptions): string {
  const milliseconds = toMilliseconds(value);
  if (milliseconds === null) return texts.unknownDate;
  return Number.isFinite(milliseconds) ? formatterFor(style).format(milliseconds) : texts.invalidDate;
}
