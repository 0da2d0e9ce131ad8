import { formatNumber } from './numbers.ts';

/** '1 member', '1,000 members' */
export function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
