import { type Kysely, sql } from 'kysely';

/**
 * A sigma that ends a word is found like any other: there are two small ones of a single capital. The other letters stay
 * those of the Node that made the function, so that nothing else is folded otherwise than it lies folded.
 *
 * What is generated of a column is made anew where the column is set. Of each such row some of that is indexed itself, so
 * that the row gets new entries in all indexes, those that fold by an expression among them; they need not be built anew.
 * `search_words` is brought along by its triggers. What holds such a sigma is looked for as `flux_fold` reads it: its
 * decomposition makes one of the lunate sigma, ϲ, and of the letters for mathematics.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $do$
    declare
      before text := pg_get_functiondef('flux_fold(text)'::regprocedure);
      after text := replace(before, $letters$'łøđðħıŧ', 'loddhit'$letters$, $letters$'łøđðħıŧς', 'loddhitσ'$letters$);
    begin
      if after = before then
        raise exception 'flux_fold is not the function that 0004_search made';
      end if;
      execute after;
    end $do$;

    update users set username = username where position('ς' in normalize(username || coalesce(email, ''), nfkd)) > 0;
    update organizations set name = name where position('ς' in normalize(name || description, nfkd)) > 0;
    update apps set name = apps.name, folded_creator = ' ' || flux_fold(users.username)
      from users where users.id = apps.owner_id
        and position('ς' in normalize(apps.name || apps.description || users.username, nfkd)) > 0;
  `.execute(db);
}
