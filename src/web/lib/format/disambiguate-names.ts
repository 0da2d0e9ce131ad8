import { texts } from '../../i18n/en/lib.ts';
import { format } from '../../i18n/format.ts';

interface NamedChoice {
  id: string;
  name: string;
  /** The owner of an organization, if known. */
  owner?: { displayName: string } | undefined;
}

/** Appends the owner and id to choices with equal names. */
export function disambiguateNames<T extends NamedChoice>(choices: readonly T[]): T[] {
  const counts = new Map<string, number>();
  for (const { name } of choices)
    counts.set(normalizedName(name), (counts.get(normalizedName(name)) ?? 0) + 1);
  return choices.map((choice) =>
    counts.get(normalizedName(choice.name)) === 1 ? choice : { ...choice, name: longName(choice) },
  );
}

/** Names that look equal are equal. */
function normalizedName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

function longName({ id, name, owner }: NamedChoice): string {
  return owner
    ? format(texts.nameOwnerAndId, { name, owner: owner.displayName, id })
    : format(texts.nameAndId, { name, id });
}
