import { type SupportCategory, type SupportPriority, supportCategoryWords } from '#shared/contact/support.ts';
import type { Config } from '../../config/config.ts';
import { type EmailContent, renderEmail } from '../mail/email-content.ts';

interface SupportMailData {
  name: string;
  email: string;
  category: SupportCategory;
  priority: SupportPriority;
  subject: string;
  message: string;
  /** Who was signed in. */
  account: { name: string; email: string | null; isProved: boolean } | null;
}

/** To the support address: the request word for word, and the sender's verified identity. */
export function supportMail({ publicUrl }: Pick<Config, 'publicUrl'>, data: SupportMailData): EmailContent {
  const { priority, category, subject, message } = data;
  return renderEmail(`Support (${priority}): ${subject}`, [
    message,
    `Category: ${supportCategoryWords[category]}\nPriority: ${priority}\n${sender(data)}`,
    { words: 'All requests are here:', link: `${publicUrl}/admin/support` },
  ]);
}

function sender({ name, email, account }: SupportMailData): string {
  const typed = [name, email].filter(Boolean).join(', ') || 'no name or address';
  if (account === null) return `From a visitor, who entered: ${typed}`;
  const address = account.email ?? 'no address';
  const proof = account.email === null || account.isProved ? '' : ', not verified';
  return `From the account ${account.name} (${address}${proof}), who entered: ${typed}`;
}
