import { type Kysely, sql, type Transaction } from 'kysely';
import { StartFailure } from '../lifecycle/start-failure.ts';
import { appliedMigrations } from '../platform/db/migrate.ts';
import { initialMigration, replaceFunctions } from './migrations/0001_initial.ts';

/** The last of the 48 migrations that databases had before the first release. */
const lastEarlyMigration = '0050_clock_and_upload_sessions';

const tables: Record<string, string> = {
  sendings: 'submissions',
  subscription_lives: 'subscription_lifecycles',
  subscription_steps: 'lifecycle_notifications',
  payment_pasts: 'redemption_history',
  payment_events: 'processed_events',
  version_misses: 'missing_files',
  delta_wishes: 'delta_requests',
  compression_wishes: 'compression_requests',
  words_to_check: 'search_terms_to_check',
  search_words: 'search_terms',
};

const columns: [table: string, before: string, after: string][] = [
  ['apps', 'offline_since', 'suspended_since'],
  ['organizations', 'offline_since', 'suspended_since'],
  ['subscription_lifecycles', 'offline_since', 'suspended_since'],
  ['subscription_lifecycles', 'announced_trial_end', 'notified_trial_end'],
  ['subscription_lifecycles', 'turn', 'cycle'],
  ['lifecycle_notifications', 'told_at', 'sent_at'],
  ['processed_events', 'heard_at', 'processed_at'],
  ['payment_customers', 'readings_begun', 'reads_started'],
  ['payment_customers', 'readings_written', 'reads_applied'],
  ['payment_customers', 'buying_until', 'checkout_until'],
  ['payment_customers', 'farewell_tried_at', 'deletion_tried_at'],
  ['delta_requests', 'wish', 'request_id'],
  ['delta_requests', 'former', 'former_version_ids'],
  ['delta_requests', 'tries', 'attempts'],
  ['search_terms', 'word', 'term'],
  ['search_terms', 'near', 'deletion_variants'],
  ['search_terms_to_check', 'word', 'term'],
  ['usage_days', 'bytes_spared_by_forms', 'bytes_saved_by_compression'],
  ['usage_days', 'bytes_spared_by_deltas', 'bytes_saved_by_deltas'],
  ['uploads', 'made_app', 'created_app'],
  ['uploads', 'only_changes', 'is_partial'],
  ['sessions', 'proved_at', 'authenticated_at'],
  ['blob_sweep', 'began_anew_at', 'restarted_at'],
  ['blob_sweep', 'only_one', 'singleton'],
  ['storage_active', 'only_one', 'singleton'],
  ['test_clock', 'only_row', 'singleton'],
];

const functions: Record<string, string> = {
  flux_near: 'flux_deletion_variants',
  flux_words: 'flux_terms',
  flux_begins: 'flux_prefix_pattern',
  flux_contains: 'flux_substring_pattern',
  flux_forget_word: 'flux_prune_term',
  flux_count_members: 'count_members',
  take_creators_name: 'set_folded_creator',
  follow_creators_name: 'sync_folded_creator',
  keep_words: 'add_search_terms',
  forget_words: 'prune_search_terms',
  announce_offline_organization: 'announce_suspended_organization',
  notice_person: 'schedule_lifecycle_of_user',
  notice_subscription: 'schedule_lifecycle',
  refuse_change: 'refuse_audit_log_change',
  wish_for_deltas: 'request_deltas',
  usage_note_stored: 'usage_mark_stored',
  usage_begin_counting: 'usage_count_table',
};

const triggers: [table: string, before: string, after: string][] = [
  ['apps', 'take_creators_name', 'set_folded_creator'],
  ['users', 'follow_creators_name', 'sync_folded_creator'],
  ['apps', 'keep_words_of_new', 'add_search_terms_of_new'],
  ['apps', 'keep_words_of_changed', 'add_search_terms_of_changed'],
  ['apps', 'forget_words_of_deleted', 'prune_search_terms_of_deleted'],
  ['apps', 'forget_words_of_changed', 'prune_search_terms_of_changed'],
  ['apps', 'wish_for_deltas', 'request_deltas'],
  ['organizations', 'announce_offline_organization', 'announce_suspended_organization'],
  ['organization_members', 'organization_members_counted', 'count_members'],
  ['users', 'notice_person', 'schedule_lifecycle_of_user'],
  ['subscriptions', 'notice_subscription', 'schedule_lifecycle'],
  ['audit_log', 'audit_log_is_only_added_to', 'refuse_change'],
  ['audit_log', 'audit_log_is_never_emptied', 'refuse_truncate'],
];

/** Parts of the names of constraints, indexes and sequences. Names that begin with a table's follow the table. */
const parts: [before: RegExp, after: string][] = [
  [/_only_(one|row)_check$/, '_singleton_check'],
  [/^(apps|organizations)_offline/, '$1_suspended'],
  [/_by_turn$/, '_by_due_time'],
  [/^search_terms_alike$/, 'search_terms_similar'],
  [/^search_terms_near$/, 'search_terms_by_deletion_variant'],
  [/^subscription_lifecycles_check$/, 'subscription_lifecycles_over_is_suspended'],
  [/^subscription_lifecycles_check1$/, 'subscription_lifecycles_suspended_is_deleted_later'],
  [/^payment_customers_who_left$/, 'payment_customers_departed'],
];

/** Job queues before they were renamed. */
const renamedQueues = ['search.forget-words', 'senders-prune', 'payments-farewell', 'subscription-life'];

/**
 * Renames the tables of a database from before the first release, and everything that belongs to them. Records the one
 * migration of the first release instead of the early ones. The last early migration must have run: some of them
 * changed rows, and their code no longer exists.
 * @throws {StartFailure} if it has not
 */
export async function adoptEarlySchema(db: Kysely<unknown>): Promise<void> {
  if ((await earlyMigrations(db)).length === 0) return;
  await db.transaction().execute(async (trx) => {
    // Servers that start at once wait for the first.
    await sql`select pg_advisory_xact_lock(hashtextextended('adopt early schema', 0))`.execute(trx);
    const migrations = await earlyMigrations(trx);
    const last = migrations.at(-1);
    if (last === undefined) return;
    if (last !== lastEarlyMigration)
      throw new StartFailure(
        `The database has the schema of an early version of Flux (migration ${last}); this version takes over ${lastEarlyMigration} alone. Please start the last version before 0.1.0 once, then this one.`,
      );
    await renameAll(trx);
    await replaceFunctions(trx);
    await dropRenamedQueues(trx);
    await sql`delete from kysely_migration`.execute(trx);
    await sql`insert into kysely_migration (name, timestamp)
      values (${initialMigration}, ${new Date().toISOString()})`.execute(trx);
  });
}

/** The early migrations that ran, in order; none if the database is empty or of a release. */
async function earlyMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const names = await appliedMigrations(db);
  return names[0] === '0001_foundation' ? names : [];
}

async function renameAll(trx: Transaction<unknown>): Promise<void> {
  const run = (...statement: (string | ReturnType<typeof sql.id>)[]) =>
    sql
      .join(
        statement.map((part) => (typeof part === 'string' ? sql.raw(part) : part)),
        sql` `,
      )
      .execute(trx);
  const id = (name: string) => sql.id(name);
  for (const [before, after] of Object.entries(tables))
    await run('alter table', id(before), 'rename to', id(after));
  for (const [table, before, after] of columns)
    await run('alter table', id(table), 'rename column', id(before), 'to', id(after));
  for (const [before, after] of Object.entries(functions)) {
    const kind = before === 'usage_begin_counting' ? 'procedure' : 'function';
    await run(`alter ${kind}`, id(before), 'rename to', id(after));
  }
  for (const [table, before, after] of triggers)
    await run('alter trigger', id(before), 'on', id(table), 'rename to', id(after));
  for (const { table, name, notNullColumn } of await constraintsOf(trx)) {
    const after = notNullColumn === null ? renamed(name) : `${table}_${notNullColumn}_not_null`;
    if (after !== name) await run('alter table', id(table), 'rename constraint', id(name), 'to', id(after));
  }
  // The index of a constraint has been renamed with it.
  for (const { name, kind } of await relationsOf(trx)) {
    const after = renamed(name);
    if (after !== name) await run(`alter ${kind}`, id(name), 'rename to', id(after));
  }
}

/** Drops the queues of renamed jobs. Their schedules would add jobs that no server runs. */
async function dropRenamedQueues(trx: Transaction<unknown>): Promise<void> {
  const names = sql.join(renamedQueues.map((name) => sql.lit(name)));
  // The job queue creates its schema when a server has started.
  await sql`
    do $body$ begin
      if to_regclass('jobs.queue') is not null then
        delete from jobs.schedule where name in (${names});
        delete from jobs.job where name in (${names});
        delete from jobs.queue where name in (${names});
      end if;
    end $body$`.execute(trx);
}

/** The name after the change, of a constraint, an index or a sequence. */
function renamed(name: string): string {
  const table = Object.keys(tables).find((before) => name.startsWith(`${before}_`));
  const start = table === undefined ? name : `${tables[table]}${name.slice(table.length)}`;
  return parts.reduce((current, [before, after]) => current.replace(before, after), start);
}

/** PostgreSQL 18 gives `not null` a name, by the table and the column. */
async function constraintsOf(trx: Transaction<unknown>) {
  const { rows } = await sql<{ table: string; name: string; notNullColumn: string | null }>`
    select relname as table, conname as name, attname as "notNullColumn"
    from pg_constraint
      join pg_class on pg_class.oid = conrelid
      left join pg_attribute on contype = 'n' and attrelid = conrelid and attnum = conkey[1]
    where connamespace = current_schema()::regnamespace order by 1, 2`.execute(trx);
  return rows;
}

async function relationsOf(trx: Transaction<unknown>) {
  const { rows } = await sql<{ name: string; kind: 'index' | 'sequence' }>`
    select relname as name, case relkind when 'i' then 'index' else 'sequence' end as kind from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('i', 'S') order by 1`.execute(trx);
  return rows;
}
