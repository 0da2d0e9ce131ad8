import { variables } from './config.ts';

/** Variables with this prefix are meant for Flux. */
const prefix = 'FLUX_';
const suffixOfFiles = '_FILE';

/** One sentence for each unknown setting in `env`, most often a typo. No sentence contains a value. */
export function unknownVariables(env: Record<string, string | undefined>): string[] {
  const known = variables.flatMap(({ name, secret }) =>
    secret ? [name, `${name}${suffixOfFiles}`] : [name],
  );
  return Object.entries(env)
    .filter(([name, value]) => name.toUpperCase().startsWith(prefix) && value?.trim())
    .filter(([name, value = '']) => !known.includes(name) && !isOfKubernetes(name, value))
    .map(([name]) => `${name} is set, but Flux knows no such setting and ignores it.${hint(name, known)}`)
    .sort();
}

/** Kubernetes sets such variables for each service in all containers, also for one called flux. */
function isOfKubernetes(name: string, value: string): boolean {
  return /^FLUX_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))/.test(name) || /^(tcp|udp):\/\//.test(value);
}

function hint(name: string, known: readonly string[]): string {
  const ofFile = variables.find((variable) => name === `${variable.name}${suffixOfFiles}`);
  if (ofFile) return ` ${ofFile.name} is no secret, so it is read from no file.`;
  const nearest = findNearest(name, known);
  return nearest ? ` Did you mean ${nearest}?` : '';
}

/** Some settings have no prefix, so it is ignored: FLUX_PORT is compared with PORT. */
function findNearest(name: string, known: readonly string[]): string | undefined {
  const bare = (word: string) => word.toUpperCase().replace(prefix, '');
  const meant = bare(name);
  // Few enough typos that most of the name is unchanged.
  const most = Math.min(2, Math.floor(meant.length / 4));
  return known
    .map((candidate) => ({ candidate, slips: countSlips(meant, bare(candidate)) }))
    .filter(({ slips }) => slips <= most)
    .sort((one, other) => one.slips - other.slips)[0]?.candidate;
}

/** How many letters are missing, too many, wrong, or changed places with the next (optimal string alignment). */
function countSlips(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
