const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/**
 * The end of an axis that begins at 0 and contains `greatest`: a round number.
 * @param thousand the ratio between units: 1000, or 1024 for bytes
 */
export function axisEnd(greatest: number, thousand: 1000 | 1024): number {
  if (greatest <= 0) return 1;
  let unit = 1;
  while (greatest > 500 * unit) unit *= thousand;
  const step = steps.find((each) => each * unit >= greatest) ?? 1000;
  return step * unit;
}

/** The days as points from left to right, in a picture of `count` by 100; days without data make a gap. */
export function linePaths(values: readonly (number | null)[], end: number): string[] {
  const paths: string[] = [];
  let path = '';
  for (const [index, value] of values.entries()) {
    if (value === null) {
      if (path) paths.push(path);
      path = '';
    } else path += `${path ? 'L' : 'M'}${index + 0.5} ${round(100 - (value / end) * 100)}`;
  }
  return path ? [...paths, path] : paths;
}

const round = (value: number) => Math.round(value * 100) / 100;
