import { texts } from '../i18n/en/lib.ts';
import { fill } from '../i18n/format.ts';

interface Choosable {
  id: string;
  name: string;
  /** Of an organization, where it is known. */
  owner?: { displayName: string } | undefined;
}

/** The choices as they are shown: those with equal names have their owner and id after the name. */
export function tellApart<T extends Choosable>(choices: readonly T[]): T[] {
  const counts = new Map<string, number>();
  for (const { name } of choices) counts.set(keyOf(name), (counts.get(keyOf(name)) ?? 0) + 1);
  return choices.map((choice) =>
    counts.get(keyOf(choice.name)) === 1 ? choice : { ...choice, name: longName(choice) },
  );
}

/** What looks the same is the same. */
function keyOf(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

function longName({ id, name, owner }: Choosable): string {
  return owner
    ? fill(texts.nameOwnerAndId, { name, owner: owner.displayName, id })
    : fill(texts.nameAndId, { name, id });
}
