import type { SupportCategory, SupportPriority } from '#shared/contact/support.ts';
import type { Context } from '../../context.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { newId } from '../../platform/ids.ts';
import { findUser } from '../accounts/store.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { sendWritten, writeMail } from '../mail/write.ts';
import { takeSubmission } from '../submission-quota/submission-quota.ts';
import { supportMail } from './letter.ts';
import { checkDay, hourlyRequests } from './quota.ts';
import { insertRequest } from './store.ts';

interface Said {
  name: string;
  email: string;
  category: SupportCategory;
  priority: SupportPriority;
  subject: string;
  message: string;
  website?: string | undefined;
}

/**
 * Keeps what somebody wrote, with a mail to whoever helps here, in one transaction. Who wrote it is taken from the session
 * alone. Nothing is ever mailed to the address that was typed: it may be anybody's.
 * @param network where it comes from, of `networkOf`
 * @returns where the answer goes; null where there is no address for it
 * @throws FluxError `too_many_requests`
 */
export async function takeRequest(
  context: Context,
  viewer: Viewer | null,
  network: string,
  { website = '', ...said }: Said,
): Promise<string | null> {
  const { db, clock, config } = context;
  const sender = { userId: viewer?.id ?? null, network };
  const { isKept, replyTo } = await retryTransaction(() =>
    db.transaction().execute(async (trx) => {
      const now = clock.now();
      await takeSubmission(trx, hourlyRequests, sender, now);
      const user = viewer === null ? undefined : await findUser(trx, viewer.id);
      const proved = user?.email_verified ? user.email : null;
      const replyTo = said.email || proved || null;
      if (website !== '') return { isKept: false, replyTo };
      await checkDay(trx, sender, context, now);
      const request = { ...said, email: replyTo ?? '' };
      const id = newId();
      await insertRequest(
        trx,
        { id, ...request, user_id: user?.id ?? null, user_role: user?.role ?? null },
        now,
      );
      const account = user ? { name: user.username, email: user.email, isProved: user.email_verified } : null;
      const mail = { ...supportMail(config, { ...request, account }), about: id, causedBy: user?.id ?? null };
      const to = config.supportEmail.toLowerCase();
      await writeMail(trx, { ...mail, to, replyTo }, now);
      return { isKept: true, replyTo };
    }),
  );
  if (isKept) await sendWritten(context);
  return replyTo;
}
