import { type SupportCategory, type SupportPriority, supportCategoryWords } from '#shared/contact/support.ts';
import type { Config } from '../../config/config.ts';
import { type Letter, writeLetter } from '../mail/letter.ts';

interface Told {
  name: string;
  email: string;
  category: SupportCategory;
  priority: SupportPriority;
  subject: string;
  message: string;
  /** Who was signed in. */
  account: { name: string; email: string | null; isProved: boolean } | null;
}

/** To whoever helps here: what somebody wrote, word for word, and what is known of who they are. */
export function supportMail({ publicUrl }: Pick<Config, 'publicUrl'>, told: Told): Letter {
  const { priority, category, subject, message } = told;
  return writeLetter(`Support (${priority}): ${subject}`, [
    message,
    `Category: ${supportCategoryWords[category]}\nPriority: ${priority}\n${sender(told)}`,
    { words: 'All requests are here:', link: `${publicUrl}/admin/support` },
  ]);
}

function sender({ name, email, account }: Told): string {
  const typed = [name, email].filter(Boolean).join(', ') || 'no name or address';
  if (account === null) return `From a visitor, who entered: ${typed}`;
  const address = account.email ?? 'no address';
  const proof = account.email === null || account.isProved ? '' : ', not verified';
  return `From the account ${account.name} (${address}${proof}), who entered: ${typed}`;
}
