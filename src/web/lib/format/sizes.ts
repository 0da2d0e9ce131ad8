import { formatBytes } from '#shared/text/sizes.ts';
import { texts } from '../../i18n/en/lib.ts';
import { formatNumber } from './numbers.ts';

const units: Record<string, string> = { Bytes: texts.bytes };

/** '1.23 GB', '206 Bytes', in the user's number format. */
export function formatStored(bytes: number): string {
  const [size, unit = ''] = formatBytes(bytes).split(' ');
  return `${formatNumber(Number(size))} ${units[unit] ?? unit}`;
}
