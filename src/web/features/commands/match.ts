import type { Command, CommandGroup } from './command.ts';

const wordStart = 3;
const otherWordStart = 2;
const anywhere = 1;

/** Case and accents are ignored. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The relevance of a command for the search term; 0 if any word does not match. */
export function scoreOf(command: Pick<Command, 'label' | 'words'>, typed: string): number {
  const label = plain(command.label);
  const labelWords = label.split(/[^\p{L}\p{N}]+/u);
  const otherWords = plain(command.words ?? '').split(/[^\p{L}\p{N}]+/u);
  let score = 0;
  for (const word of plain(typed).split(/\s+/).filter(Boolean)) {
    if (labelWords.some((each) => each.startsWith(word))) score += wordStart;
    else if (otherWords.some((each) => each.startsWith(word))) score += otherWordStart;
    else if (word.length > 1 && label.includes(word)) score += anywhere;
    else return 0;
  }
  return score;
}

/** The matches, best first, by group, with the best group first; everything without a search term. */
export function filterCommands(groups: readonly CommandGroup[], typed: string): CommandGroup[] {
  if (typed.trim() === '') return groups.filter(({ commands }) => commands.length > 0);
  return groups
    .map(({ title, commands }) => {
      const fitting = commands
        .map((command) => ({ command, score: scoreOf(command, typed) }))
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score);
      return { title, best: fitting[0]?.score ?? 0, commands: fitting.map(({ command }) => command) };
    })
    .filter(({ best }) => best > 0)
    .sort((one, other) => other.best - one.best)
    .map(({ title, commands }) => ({ title, commands }));
}
