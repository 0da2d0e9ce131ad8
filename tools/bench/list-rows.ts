import type pg from 'pg';

/** The search terms of the benchmark. Their frequencies are set below. */
export const rareWord = 'Quuxotron';
export const commonWord = 'adventure';
/**
 * The filters of the benchmark: one application in a thousand has this organization, one in two hundred this
 * creator.
 */
export const filteredOrganization = idOf('o', 0);
export const filteredCreator = idOf('u', 0);

const adjectives = wordsOf(
  'Tiny Dark Super Lost Endless Pixel Neon Frozen Hidden Crazy Silent Golden Broken Infinite Rusty Cosmic Lucky Secret Wild Mini',
);
const nouns = wordsOf(
  'Dungeon Racer Garden Tower Galaxy Ninja Robot Kitchen Pirate Island Dragon Castle Puzzle Runner Zombie Farm Museum Orchestra Submarine Volcano',
);
const kinds = wordsOf('Simulator Platformer Defense Quest Arena Builder Tycoon Maze Golf Chess');
const syllables = wordsOf(
  'ka lo mi ru ze to na vi sha bel dor fin gra hul jin kor lum mor nix pla qui ros syl tam und vor wex yar zan bri cla dre',
);
const batch = 20_000;

/**
 * Fills an empty, migrated database with public and private applications of many accounts. Names mix common
 * and invented words, descriptions have one or more sentences, each application has one version. The rows are
 * deterministic.
 */
export async function fillWithApps(client: pg.Client, count: number): Promise<void> {
  // Triggers are disabled, and their rows are written in bulk.
  await client.query('set session_replication_role = replica');
  const indexes = await dropIndexes(client);
  const creators = Array.from({ length: Math.ceil(count / 50) }, (_, number) => number);
  const organizations = Array.from({ length: Math.ceil(count / 1_000) }, (_, number) => number);
  await client.query(`insert into blobs (sha256, size, touched_at) values ('\\x01', 1, now())`);
  await client.query('insert into users (id, username) select * from unnest($1::text[], $2::text[])', [
    creators.map((number) => idOf('u', number)),
    creators.map(creatorName),
  ]);
  await client.query(
    `insert into organizations (id, name, is_public, owner_id, created_by)
     select id, name, true, $3, null from unnest($1::text[], $2::text[]) as made (id, name)`,
    [
      organizations.map((number) => idOf('o', number)),
      organizations.map((number) => `${coined(number)} Studio`),
      idOf('u', 0),
    ],
  );
  for (let start = 0; start < count; start += batch) {
    const numbers = Array.from({ length: Math.min(batch, count - start) }, (_, index) => start + index);
    await client.query(insertBatch, [
      numbers,
      numbers.map((number) => idOf('a', number)),
      numbers.map((number) => idOf('u', ownerOf(number, creators.length))),
      numbers.map((number) => creatorName(ownerOf(number, creators.length))),
      numbers.map((number) => (number % 10 === 0 ? idOf('o', (number / 10) % organizations.length) : null)),
      numbers.map(appName),
      numbers.map(description),
    ]);
  }
  await client.query(`
    insert into search_terms (term)
    select distinct word from apps, flux_terms(folded_name || folded_creator) as word where is_public`);
  for (const definition of indexes) await client.query(definition);
  await client.query('reset session_replication_role');
  await client.query('vacuum analyze');
}

/** The database folds the text, as for every application. */
const insertBatch = `
  with made as (
    select id, owner, organization, name, description, n % 10 <> 3 as is_public, 'v' || substr(id, 2) as version,
      ' ' || flux_fold(creator) as folded, timestamptz '2026-01-01' + n * interval '7 seconds' as at
    from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
      as row (n, id, owner, creator, organization, name, description)
  ), inserted as (
    insert into apps (id, owner_id, organization_id, name, description, is_public, theme, active_version_id, created_at,
      updated_at, folded_creator)
    select id, owner, organization, name, description, is_public, 'vanilla', version, at, at, folded from made
  )
  insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_by, uploaded_at)
  select version, id, '1.0.0', 'build.zip', 1, '\\x01', '{}', owner, at from made`;

/** Creating the indexes after the rows is much faster. Indexes of constraints stay. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  await client.query(`set maintenance_work_mem = '512MB'`);
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in ('apps'::regclass, 'users'::regclass, 'versions'::regclass, 'search_terms'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** 26 letters, as in Flux's ids. */
function idOf(kind: string, number: number): string {
  const letters = String(number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  return kind + letters.padStart(25, 'a');
}

/** One application in two hundred belongs to the first account, so its list is long. */
function ownerOf(number: number, creators: number): number {
  return number % 200 === 7 ? 0 : 1 + ((number * 7_919) % (creators - 1));
}

function appName(number: number): string {
  const rare = number % 2_003 === 1_000 ? ` ${rareWord}` : '';
  switch (number % 4) {
    case 0:
      return `${pick(adjectives, number, 4)} ${pick(nouns, number, 5)}${rare}`;
    case 1:
      return `${coined(number)}: ${pick(adjectives, number, 6)} ${pick(kinds, number, 7)}${rare}`;
    case 2:
      return `${pick(nouns, number, 8)} ${pick(kinds, number, 9)} ${number % 97}${rare}`;
    default:
      return `${coined(number)} ${pick(nouns, number, 10)}${rare}`;
  }
}

function description(number: number): string {
  const kind = number % 3 === 0 ? commonWord : 'game';
  const more = `Made with Unity for a jam in ${number % 30} days. `.repeat(number % 4);
  return `A ${pick(adjectives, number, 12)} ${kind} about a ${pick(nouns, number, 13)} and the ${pick(nouns, number, 14)} of ${coined(number + 3)}. Use the arrow keys to move, space to jump; works on phones and headsets. ${more}`;
}

function creatorName(number: number): string {
  return `${coined(number + 7)} ${coined(number + 11)}`;
}

/** A word that no dictionary has. */
function coined(number: number): string {
  const word = [1, 2, 3].map((seed) => pick(syllables, number, seed)).join('');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function pick(words: readonly string[], number: number, seed: number): string {
  let hash = Math.imul(number + 1, 0x9e37_79b1) ^ Math.imul(seed, 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a_2d39);
  return words[((hash ^ (hash >>> 16)) >>> 0) % words.length] ?? '';
}

function wordsOf(text: string): string[] {
  return text.split(' ');
}
