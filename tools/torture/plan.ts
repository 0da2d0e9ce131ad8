import { parseArgs } from 'node:util';
import { fullCount } from '../../src/server/testing/measures/trials.ts';

interface LongTrial {
  does: string;
  /** How often or how many, if that can be set. */
  rounds?: number;
  /** A program in this folder, with arguments for its rounds and seed. */
  program?: (seed: number, rounds: number) => string[];
  /** Test files, run with everything that `npm test` leaves out. */
  tests?: string[];
  /** The tests are run once for each round. */
  isRepeated?: boolean;
  /** Journeys in a browser, with everything that `npm test` leaves out. */
  journeys?: string[];
}

const blobs = 'src/server/platform/blobs';

export const longTrials: Record<string, LongTrial> = {
  orders: {
    does: 'sends the events of one subscription in random orders',
    rounds: fullCount('orders'),
    tests: ['src/server/features/billing/payments/orders.test.ts'],
  },
  crashes: {
    does: 'kills a server or its database again and again',
    rounds: fullCount('crashes'),
    program: (seed, rounds) => ['crashes.ts', `--count=${rounds}`, `--seed=${seed}`],
  },
  archives: {
    does: 'reads mutated archives',
    rounds: fullCount('archives'),
    program: (seed, rounds) => ['archives.ts', `--count=${rounds}`, `--seed=${seed}`],
  },
  'large-values': {
    does: 'stores values of many megabytes by every storage driver',
    tests: [
      `${blobs}/local.test.ts`,
      `${blobs}/s3/s3.test.ts`,
      `${blobs}/azure/azure-blob-store.test.ts`,
      `${blobs}/google/google-blob-store.test.ts`,
    ],
  },
  'text-fields': {
    does: 'sends every hostile text in every field of the API',
    tests: ['src/server/testing/guarding/text-fields.test.ts'],
  },
  races: {
    does: 'sends requests that race each other',
    rounds: fullCount('races'),
    tests: [
      'src/server/features/accounts/own/own.test.ts',
      'src/server/features/accounts/roles.test.ts',
      'src/server/features/admin/users/assign.test.ts',
      'src/server/features/admin/users/at-once.test.ts',
      'src/server/features/admin/users/disable.test.ts',
      'src/server/features/orgs/members/members.test.ts',
      'src/server/features/privacy/delete-account.test.ts',
    ],
  },
  storage: {
    does: 'moves files, fills disks and kills processes',
    rounds: fullCount('storage'),
    isRepeated: true,
    tests: [
      'src/server/features/storage/moving/moving.test.ts',
      'src/server/features/storage/compression/killed.test.ts',
      'src/server/testing/journeys/disk-full.test.ts',
      'src/server/testing/journeys/disk-full-background.test.ts',
      `${blobs}/cache/disk-full.test.ts`,
      `${blobs}/cache/killed.test.ts`,
    ],
  },
  combinations: {
    does: 'updates and plays every build under every theme on every device, and repeats every attack',
    tests: ['src/server/features/publishing/versions/partial-upload/partial-upload.test.ts'],
    journeys: [
      'e2e/isolation.spec.ts',
      'e2e/real-build.spec.ts',
      'e2e/stock-pages.spec.ts',
      'e2e/stock-page-themes.spec.ts',
      'e2e/themes.spec.ts',
    ],
  },
  'slow-peers': {
    does: 'opens slow connections of each kind beside a visitor',
    rounds: fullCount('slowPeers'),
    program: (_seed, rounds) => ['slow-peers.ts', `--count=${rounds}`],
  },
  memory: { does: 'publishes three builds of 80 MB at once', program: () => ['memory.ts'] },
};

export interface Plan {
  seed: number;
  /** Null takes the full number of each trial. */
  rounds: number | null;
  names: string[];
}

/** Reads `--seed`, `--rounds` and `--only`. @throws Error if one of them is not accepted, with what is */
export function readPlan(args: string[]): Plan {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string' },
      rounds: { type: 'string' },
      only: { type: 'string', multiple: true },
    },
  });
  const known = Object.keys(longTrials);
  const names = values.only?.flatMap((list) => list.split(',')) ?? known;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`Unknown trial: ${unknown.join(', ')}. --only takes ${known.join(', ')}.`);
  return {
    seed: values.seed === undefined ? 1 : wholeNumber('--seed', values.seed, 0),
    rounds: values.rounds === undefined ? null : wholeNumber('--rounds', values.rounds, 1),
    names,
  };
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < least)
    throw new Error(`${option} takes a whole number from ${least}, not "${text}".`);
  return number;
}
