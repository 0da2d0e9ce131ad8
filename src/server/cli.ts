import { ConfigError, readConfig } from './config/config.ts';
import type { Tables } from './db/schema.ts';
import {
  CommandRefusal,
  enable,
  grantAdmin,
  listAdministrators,
  revokeAdmin,
} from './features/accounts/admin-command.ts';
import { notStartedMessage, reachDatabase } from './lifecycle/reach-database.ts';
import { StartFailure } from './lifecycle/start-failure.ts';
import { connect } from './platform/db/connect.ts';
import { systemClock } from './platform/time/clock.ts';

const usage = `Usage:
  npm run flux -- admin grant EMAIL    makes somebody an administrator
  npm run flux -- admin revoke EMAIL   takes the role away, though never from the last one
  npm run flux -- admin enable EMAIL   lets a disabled account sign in again
  npm run flux -- admin list           says who administers

Instead of EMAIL you can give the id of an account. It works while Flux runs, at once, and while it does not.
Whoever's role changes is signed out everywhere.`;

const [area, verb, who, ...rest] = process.argv.slice(2);
const isHelp = process.argv.slice(2).some((word) => /^(-h|--help|help)$/.test(word));
const aboutSomebody = verb === 'grant' || verb === 'revoke' || verb === 'enable';
const isWhole = (verb === 'list' && who === undefined) || (aboutSomebody && who);

if (isHelp) console.log(usage);
else if (area !== 'admin' || !isWhole || rest.length > 0) {
  console.error(usage);
  process.exitCode = 2;
} else {
  try {
    for (const line of await run(verb, who ?? '')) console.log(line);
  } catch (error) {
    console.error(isForeseen(error) ? error.message : error);
    process.exitCode = 1;
  }
}

async function run(verb: string, who: string): Promise<string[]> {
  const config = readConfig(process.env);
  const database = await reachDatabase(config);
  const { db } = connect<Tables>({ ...database.target, poolSize: 1, onConnectionError: () => {} });
  const context = { db, clock: systemClock };
  try {
    if (verb === 'list') return await listAdministrators(context);
    if (verb === 'grant') return await grantAdmin(context, who);
    if (verb === 'enable') return await enable(context, who);
    return await revokeAdmin(context, who, config.adminEmails);
  } catch (error) {
    const missingTable = '42P01';
    throw (error as { code?: string }).code === missingTable ? notStartedMessage(config.dataDir) : error;
  } finally {
    await db.destroy();
    await database.stop();
  }
}

function isForeseen(error: unknown): error is Error {
  return error instanceof CommandRefusal || error instanceof StartFailure || error instanceof ConfigError;
}
