import { type Kysely, sql } from 'kysely';

/**
 * Whose plan has ended could make an organization, or be handed one over, until Flux refused that: it stayed online, and was
 * never deleted. With this it is where all else of theirs is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Of whom all else is offline, it is so since the same day. Nobody was warned that it would be deleted, so for all of it
    -- the days begin anew, with every warning; of a turn each is told once.
    with late as (
      select lives.user_id, lives.offline_since from subscription_lives as lives join users on users.id = lives.user_id
      where lives.stage = 'over' and users.role <> 'admin' and exists (
        select from organizations where owner_id = lives.user_id and offline_since is null)
    ), taken as (
      update organizations set offline_since = late.offline_since
      from late where owner_id = late.user_id and organizations.offline_since is null
    )
    update subscription_lives as lives set
      turn = turn + case when warned is null then 0 else 1 end,
      deletes_at = date_trunc('milliseconds', now()) + interval '30 days',
      warned = null
    from late where lives.user_id = late.user_id;

    -- Of whom all else was deleted before, the plan ends once more, by whoever looks at them now.
    -- Clocks of Flux know no smaller parts of a second.
    update subscription_lives as lives set stage = 'none', due_at = date_trunc('milliseconds', now())
    from users where users.id = lives.user_id and lives.stage = 'deleted' and users.role <> 'admin' and exists (
      select from organizations where owner_id = lives.user_id and offline_since is null);
  `.execute(db);
}
