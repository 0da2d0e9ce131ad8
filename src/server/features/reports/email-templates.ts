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
    `An administrator has taken ${what} offline. Nobody else can open it any more, whatever link they have. This is the reason:`,
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
    return renderEmail(`${what} may come back`, [
      `What an administrator had taken ${what} offline for is settled. It stays offline because your subscription has ended, and is back with a plan.`,
      link,
    ]);
  if (!app.isApproved)
    return renderEmail(`${what} may come back`, [
      `What an administrator had taken ${what} offline for is settled. It waits for the approval of its organization, as any version does there.`,
      link,
    ]);
  return renderEmail(`${what} is online again`, [
    `An administrator has brought ${what} back. It is as it was before: whoever could open it can do so again, by the same links.`,
    link,
  ]);
}

function playPage({ publicUrl }: MailConfig, { id }: { id: string }): string {
  return publicUrl + endpointUrl('/play/{id}', { id });
}
