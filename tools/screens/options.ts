import { parseArgs } from 'node:util';

export const allWidths = [390, 768, 1280, 1920] as const;
export const allThemes = ['dark', 'light'] as const;
export type Theme = (typeof allThemes)[number];

export interface Options {
  /** Prefixes of screen names; empty for all screens. */
  only: readonly string[];
  widths: readonly number[];
  themes: readonly Theme[];
  out: string;
  /** Number of pages open at once. */
  parallel: number;
  /** Also saves the accessibility tree of each screen. */
  trees: boolean;
  /** Keeps serving the seeded data for manual inspection. */
  stay: boolean;
  list: boolean;
  /** Folder of the snapshot for the next run. */
  kept: string;
  /** Seeds again instead of using the snapshot. */
  fresh: boolean;
}

export const usage = `npm run screens -- [options]
  --only home,play       the screens whose names begin so
  --widths 390,1280      of ${allWidths.join(', ')}, or any other
  --themes dark          of ${allThemes.join(', ')}
  --out screens-out      where the pictures go
  --parallel 2           pages that are open at once
  --fresh                fill Flux anew, not from what was kept of the last run on this day
  --kept .cache/screens  where that is kept
  --trees                the accessibility tree of each, as text beside its pictures
  --list                 the names of all screens, and nothing else
  --stay                 keep Flux running with its data at the end, to look at it by hand`;

/** @throws Error that names the wrong option */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: '' },
      widths: { type: 'string', default: allWidths.join(',') },
      themes: { type: 'string', default: allThemes.join(',') },
      out: { type: 'string', default: 'screens-out' },
      parallel: { type: 'string', default: '2' },
      trees: { type: 'boolean', default: false },
      stay: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      kept: { type: 'string', default: '.cache/screens' },
      fresh: { type: 'boolean', default: false },
    },
  });
  return {
    only: words(values.only),
    widths: words(values.widths).map((word) => numberOf('--widths', word, 320, 3840)),
    themes: words(values.themes).map(themeOf),
    out: values.out,
    parallel: numberOf('--parallel', values.parallel, 1, 16),
    trees: values.trees,
    stay: values.stay,
    list: values.list,
    kept: values.kept,
    fresh: values.fresh,
  };
}

function words(text: string): string[] {
  return text.split(',').flatMap((word) => word.trim() || []);
}

function numberOf(option: string, word: string, least: number, most: number): number {
  const number = Number(word);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`${option} takes numbers from ${least} to ${most}, and '${word}' is none of them.`);
}

function themeOf(word: string): Theme {
  const found = allThemes.find((theme) => theme === word);
  if (!found) throw new Error(`--themes takes ${allThemes.join(' and ')}, and '${word}' is none of them.`);
  return found;
}
