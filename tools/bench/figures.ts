/** One measured figure, as printed and as written to `bench/results.json`. */
export interface Figure {
  name: string;
  /** The ratio to the peer, or the figure itself without a peer. */
  value: number;
  /** The unit of `value`: `× nginx`, `MB`, `ms`. */
  unit: string;
  /** The absolute values of both sides as text; null without a peer. */
  peer: string | null;
  /** `≥ 0.95` or `≤ 100`. */
  target: string;
  holds: boolean;
}

export interface Target {
  atLeast?: number;
  atMost?: number;
}

export function figure(
  name: string,
  value: number,
  unit: string,
  target: Target,
  peer: string | null = null,
): Figure {
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = target;
  return {
    name,
    value: Number(value.toPrecision(4)),
    unit,
    peer,
    target: target.atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`,
    holds: value >= atLeast && value <= atMost,
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, unit, target, holds, peer }) => [
    name,
    `${value} ${unit}`,
    target,
    holds ? 'holds' : 'MISSED',
    peer ?? '',
  ]);
  const all = [['', 'measured', 'target', '', 'beside'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
