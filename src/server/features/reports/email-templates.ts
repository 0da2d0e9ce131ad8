import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import type { Config } from '../../config/config.ts';
import type { SeenApp } from '../apps/store.ts';
import { type EmailContent, neutralizeName, renderEmail } from '../mail/email-content.ts';

type MailConfig = Pick<Config, 'publicUrl'>;

/** To the owner of an app. The reason is written by an administrator, so its links are kept. */
export function takenOfflineMail(
  config: MailConfig,
  app: Pick<SeenApp, 'id' | 'name'>,
  reason: string,
): EmailContent {
  const what = neutralizeName(app.name);
  return renderEmail(`${what} was taken offline`, [
    `An administrator has taken ${what} offline. Nobody else can open it by any link. The reason:`,
    reason,
    'You can still download it, upload another version of it, or delete it. It stays offline until an administrator brings it back.',
    { words: 'See it here:', link: playPage(config, app) },
  ]);
}

export function broughtBackMail(
  config: MailConfig,
  app: Pick<SeenApp, 'id' | 'name' | 'isOffline' | 'isApproved'>,
): EmailContent {
  const what = neutralizeName(app.name);
  const link = { words: 'See it here:', link: playPage(config, app) };
  if (app.isOffline)
    return renderEmail(`The takedown of ${what} was reversed`, [
      `An administrator has reversed the takedown of ${what}. It stays offline because your subscription has ended. Choose a plan to restore it.`,
      link,
    ]);
  if (!app.isApproved)
    return renderEmail(`The takedown of ${what} was reversed`, [
      `An administrator has reversed the takedown of ${what}. It is pending approval by its organization.`,
      link,
    ]);
  return renderEmail(`${what} is online again`, [
    `An administrator has brought ${what} back. It is in its previous state, and its links work again.`,
    link,
  ]);
}

function playPage({ publicUrl }: MailConfig, { id }: { id: string }): string {
  return publicUrl + endpointUrl('/play/{id}', { id });
}
