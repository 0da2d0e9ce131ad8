import type { SupportCategory, SupportPriority } from '#shared/contact/support.ts';
import type { Context } from '../../context.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { newId } from '../../platform/ids.ts';
import { findUser } from '../accounts/store.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { sendWritten, writeMail } from '../mail/write.ts';
import { takeSubmission } from '../submission-quota/submission-quota.ts';
import { supportMail } from './email-template.ts';
import { checkDay, hourlyRequests } from './quota.ts';
import { insertRequest } from './store.ts';

interface SupportRequestInput {
  name: string;
  email: string;
  category: SupportCategory;
  priority: SupportPriority;
  subject: string;
  message: string;
  website?: string | undefined;
}

/**
 * Stores a request and mails it to the support address, in one transaction. The sender's identity comes from the
 * session only. No mail goes to the typed address, because it is unverified.
 * @param network the result of `networkOf`
 * @returns the address for replies; null without one
 * @throws FluxError `too_many_requests`
 */
export async function takeRequest(
  context: Context,
  viewer: Viewer | null,
  network: string,
  { website = '', ...said }: SupportRequestInput,
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
