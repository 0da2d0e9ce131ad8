import { texts } from '../../i18n/en/lib.ts';
import { locale } from '../../i18n/locale.ts';

const steps: [limitSeconds: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [3_600, 'minute', 60],
  [86_400, 'hour', 3_600],
  [30 * 86_400, 'day', 86_400],
  [365 * 86_400, 'month', 30 * 86_400],
  [Number.POSITIVE_INFINITY, 'year', 365 * 86_400],
];
/** Created on demand: not every page shows times. */
let words: Intl.RelativeTimeFormat | undefined;

/** 'just now', '5 minutes ago', 'yesterday'; 'Unknown date' if missing. A fast clock does not produce the future. */
export function timeAgo(date: string, now: number = Date.now()): string {
  const seconds = (now - Date.parse(date)) / 1_000;
  if (Number.isNaN(seconds)) return texts.unknownDate;
  if (seconds < 60) return texts.justNow;
  const [, unit, length] = steps.find(([limit]) => seconds < limit) ?? ([0, 'year', 365 * 86_400] as const);
  words ??= new Intl.RelativeTimeFormat(locale.tag, { numeric: 'auto' });
  return words.format(-Math.floor(seconds / length), unit);
}
