import { expect, test } from 'vitest';
import { readContractNames } from '../../features/api-docs/contract.ts';
import { type Part, partsOf } from './schemas.ts';

const { endpoints } = readContractNames();

const says = ({ def }: Part) => typeof def.error === 'function';
/** Enumerations, including discriminators of unions. */
const isChoice = ({ def }: Part) => def.type === 'enum' || (def.type === 'union' && 'discriminator' in def);

const choices = [...endpoints].flatMap(([{ params, query, body }, { id }]) =>
  [params, query, body].flatMap((schema) => {
    const parts = partsOf(schema);
    const covers = (part: Part) => (other: Part) =>
      other.def.type === 'union' && other.path.join() === part.path.join() && says(other);
    return parts.filter(isChoice).map((part) => ({
      what: [id, ...part.path].join(' '),
      isSaid: says(part) || parts.some(covers(part)),
    }));
  }),
);

test('each enumeration of a call lists its values', () => {
  expect(choices.map(({ what }) => what)).toContain('changeMembership role');
  expect(choices.filter(({ isSaid }) => !isSaid)).toEqual([]);
});
