import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Figure } from './figures.ts';

/** A figure as `bench/results.json` has it. */
interface KeptFigure extends Figure {
  part: string;
  /** When it was measured, in ISO 8601. */
  at: string;
  /** Measured by `--quick`: it shows that the part works, and means nothing. */
  quick: boolean;
}

/** Puts the figures of a part in the place of those that the file has of it; those of other parts stay. */
export async function keepFigures(
  file: string,
  part: string,
  figures: readonly Figure[],
  quick: boolean,
): Promise<void> {
  const at = new Date().toISOString();
  // Figures may be called otherwise than in the run before, so the part decides. Names do for files from before it was noted.
  const names = new Set(figures.map(({ name }) => name));
  const others = (await readFigures(file)).filter((kept) =>
    kept.part === undefined ? !names.has(kept.name) : kept.part !== part,
  );
  const all = [...others, ...figures.map((figure): KeptFigure => ({ ...figure, part, at, quick }))];
  // A run may be ended at any moment, and half a file would be the end of all figures.
  await writeFile(`${file}.new`, `${JSON.stringify(all, null, 2)}\n`);
  await rename(`${file}.new`, file);
}

async function readFigures(file: string): Promise<(Figure & Partial<KeptFigure>)[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
