import { formatLocale } from '#web/i18n/locale.ts';

export interface DayValue {
  /** A day in UTC, as in '2026-11-22'. */
  day: string;
  /** Null without data for that day. */
  value: number | null;
}

const words = new Intl.DateTimeFormat(formatLocale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

export function dayInWords(day: string): string {
  return words.format(new Date(`${day}T00:00:00Z`));
}
