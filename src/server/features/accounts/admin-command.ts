import type { Role } from '#shared/accounts/accounts.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import { isId } from '../../platform/ids.ts';
import { enableAccount } from './disable.ts';
import { listIdentityRows } from './own/identity-store.ts';
import { changeRole } from './roles.ts';
import { findUser } from './store.ts';
import { listAdmins, listUsersByEmail, type UserRow } from './user-store.ts';

type Services = Pick<Context, 'db' | 'clock'>;

/** Why a command failed, as a sentence for the operator. */
export class CommandRefusal extends Error {}

/** @returns what to print */
export async function listAdministrators({ db }: Services): Promise<string[]> {
  const admins = await listAdmins(db);
  if (admins.length === 0)
    return ['Nobody is an administrator yet. `npm run flux -- admin grant EMAIL` makes somebody one.'];
  const count = admins.length === 1 ? '1 administrator' : `${admins.length} administrators`;
  return [`${count}:`, ...admins.map(lineOf)];
}

/**
 * @param who an e-mail address, or the id of an account
 * @returns the output
 * @throws CommandRefusal
 */
export async function grantAdmin(context: Services, who: string): Promise<string[]> {
  const user = await findOne(context, who);
  // Some providers accept unverified addresses; such an account must not become an administrator.
  if (!isId(who) && !user.email_verified) {
    throw new CommandRefusal(
      `The address ${clean(who)} was never confirmed by the provider (${user.provider}) of this account, so it may be anybody's. If you know whose it is, give the id instead:\n${lineOf(user)}`,
    );
  }
  const changed = await change(context, user, 'admin');
  const lines = [`${nameOf(user)} is an administrator${changed ? ' now' : ' already'}.`];
  if (user.disabled_at !== null)
    lines.push(
      `The account is disabled and cannot sign in. \`npm run flux -- admin enable ${user.id}\` lets it.`,
    );
  return lines;
}

/**
 * @param adminEmails the addresses that become administrators at each sign-in
 * @throws CommandRefusal
 */
export async function revokeAdmin(
  context: Services,
  who: string,
  adminEmails: readonly string[],
): Promise<string[]> {
  const user = await findOne(context, who);
  const changed = await change(context, user, 'user');
  const lines = [`${nameOf(user)} is ${changed ? 'no longer' : 'not'} an administrator.`];
  // Any of the account's identities may have a configured address and grant the role at the next sign-in.
  const identities = await listIdentityRows(context.db, user.id);
  const addresses = [user, ...identities].map(({ email }) => email?.toLowerCase() ?? '');
  for (const address of new Set(addresses.filter((address) => adminEmails.includes(address))))
    lines.push(
      `FLUX_ADMIN_EMAILS names ${clean(address)}, by which they sign in: the next sign-in by it makes them one again. Take it out there.`,
    );
  return lines;
}

/** @throws CommandRefusal */
export async function enable(context: Services, who: string): Promise<string[]> {
  const user = await findOne(context, who);
  if (user.disabled_at === null) return [`${nameOf(user)} is not disabled.`];
  await enableAccount(context, user.id, 'the command line');
  return [`${nameOf(user)} can sign in again.`];
}

async function findOne({ db }: Services, who: string): Promise<UserRow> {
  if (isId(who)) {
    const user = await findUser(db, who);
    if (user) return user;
    throw new CommandRefusal(`No account has the id ${who}.`);
  }
  const users = await listUsersByEmail(db, who);
  const [user] = users;
  if (!user) {
    throw new CommandRefusal(
      `No account has the address ${clean(who)}. People get an account when they sign in for the first time.`,
    );
  }
  if (users.length > 1) {
    throw new CommandRefusal(
      [
        `${users.length} accounts have the address ${clean(who)}. Please give the id of the one you mean:`,
        ...users.map(lineOf),
      ].join('\n'),
    );
  }
  return user;
}

async function change(context: Services, user: UserRow, role: Role): Promise<boolean> {
  try {
    return await changeRole(context, user.id, role);
  } catch (error) {
    if (!(error instanceof FluxError)) throw error;
    if (error.code !== 'last_admin') throw new CommandRefusal(error.message);
    throw new CommandRefusal(
      `${nameOf(user)} is the only administrator. Make somebody else an administrator first.`,
    );
  }
}

function nameOf({ email, username, id }: UserRow): string {
  return clean(`${username} (${email ?? id})`);
}

function lineOf(user: UserRow): string {
  const address = user.email ?? 'no address';
  const confirmed = user.email_verified ? '' : ', not confirmed';
  const seen = user.last_login_at.toISOString().slice(0, 10);
  const disabled = user.disabled_at ? '  disabled' : '';
  return clean(
    `${user.id}  ${user.username}  ${address} (${user.provider}${confirmed})  last sign-in ${seen}${disabled}`,
  );
}

/** Names are user input; a terminal must not interpret them as control sequences. */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
}
