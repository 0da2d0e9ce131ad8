import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '#server/project-folder.ts';
import { type PageTheme, themes } from '#shared/apps/themes.ts';

/** What `src/player` was built to (`vite.player.config.ts`), to stand inside a page. */
export interface PlayerFiles {
  /** A module without imports. */
  script: string;
  styles: Readonly<Record<PageTheme, string>>;
}

export const playerFolder = join(projectFolder, 'dist/player');

/** @throws where the player was not built, or holds what would end the element it is written into */
export async function readPlayerFiles(folder: string): Promise<PlayerFiles> {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const looks = themes.filter((theme) => theme !== 'vanilla');
  const styles = await Promise.all(looks.map(async (look) => [look, await read(`${look}.css`)] as const));
  const script = await read('player.js');
  for (const text of [script, ...styles.map(([, style]) => style)]) {
    if (/<\/(?:script|style)|<!--/i.test(text))
      throw new Error(`${folder} holds what cannot stand in a page.`);
  }
  return { script, styles: Object.fromEntries(styles) as Record<PageTheme, string> };
}
