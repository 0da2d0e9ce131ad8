import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Figure } from './figures.ts';

/** A figure in `bench/results.json`. */
interface KeptFigure extends Figure {
  part: string;
  /** Time of the measurement in ISO 8601. */
  at: string;
  /** Measured with `--quick`: shows that the part works, and is not meaningful. */
  quick: boolean;
}

/** Replaces the figures of one part in the file. Figures of other parts stay. */
export async function keepFigures(
  file: string,
  part: string,
  figures: readonly Figure[],
  quick: boolean,
): Promise<void> {
  const at = new Date().toISOString();
  // Names of figures may change between runs, so the part decides. Files without parts use the name.
  const names = new Set(figures.map(({ name }) => name));
  const others = (await readFigures(file)).filter((kept) =>
    kept.part === undefined ? !names.has(kept.name) : kept.part !== part,
  );
  const all = [...others, ...figures.map((figure): KeptFigure => ({ ...figure, part, at, quick }))];
  // A run may be interrupted at any moment, and a half-written file would lose all figures.
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
