import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCost } from './cost.ts';
import { measureDeltas } from './deltas.ts';
import { type Figure, figure, table } from './figures.ts';
import { measureFirstDownload } from './first-download.ts';
import { measureFirstFrame } from './first-frame.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLists } from './list.ts';
import { measurePlayers } from './players.ts';
import { measurePublishing } from './publish.ts';
import { keepFigures } from './results.ts';
import { measureServing } from './serving.ts';
import { measureSlowLine } from './slow-line.ts';
import { measureUpload } from './upload.ts';

/** The amount of work. `--quick` checks that all parts run; its figures are not meaningful. */
export interface Effort {
  rounds: number;
  /** Duration of one load in seconds. */
  seconds: number;
  /** Uses small builds instead of large ones, where a part has both. */
  quick: boolean;
}

const parts: Record<string, (effort: Effort) => Promise<Figure[]>> = {
  serving: measureServing,
  publish: measurePublishing,
  upload: measureUpload,
  players: measurePlayers,
  'first-frame': measureFirstFrame,
  'first-download': measureFirstDownload,
  'slow-line': measureSlowLine,
  cost: measureCost,
  deltas: measureDeltas,
  list: measureLists,
  lighthouse: measureLighthouse,
};

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark '${unknown.join("', '")}'. The parts are ${Object.keys(parts).join(', ')}; without a name all of them run.`,
  );
  process.exit(1);
}
const { quick } = values;
const effort: Effort = quick ? { rounds: 1, seconds: 1, quick } : { rounds: 5, seconds: 3, quick };
const [load = 0] = loadavg();
if (load > 1) console.log(`This machine is busy (load ${load.toFixed(1)}): do not trust these figures.`);

const figures: Figure[] = [];
for (const [part, measure] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(part)) continue;
  console.error(`${part} …`);
  const measured = await measure(effort).catch((error: unknown): Figure[] => {
    // Figures of the other parts are still written.
    console.error(error);
    process.exitCode = 1;
    return [figure(part, 0, 'figures', { atLeast: 1 }, `It ended without any: ${inOneLine(error)}`)];
  });
  figures.push(...measured);
  await keepFigures(join(import.meta.dirname, 'results.json'), part, measured, quick);
}
console.log(`\n${table(figures)}`);

function inOneLine(error: unknown): string {
  return String(error).replaceAll(/\s+/g, ' ').slice(0, 200);
}
