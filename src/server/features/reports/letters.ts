import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import type { Config } from '../../config/config.ts';
import type { SeenApp } from '../apps/store.ts';
import { harmless, type Letter, writeLetter } from '../mail/letter.ts';

type Place = Pick<Config, 'publicUrl'>;

/** To the owner of an app. The reason is an administrator's, so it may lead to where the matter is explained. */
export function takenOfflineMail(place: Place, app: Pick<SeenApp, 'id' | 'name'>, reason: string): Letter {
  const what = harmless(app.name);
  return writeLetter(`${what} was taken offline`, [
    `An administrator has taken ${what} offline. Nobody else can open it by any link. The reason:`,
    reason,
    'You can still download it, upload another version of it, or delete it. It stays offline until an administrator brings it back.',
    { words: 'See it here:', link: playPage(place, app) },
  ]);
}

export function broughtBackMail(
  place: Place,
  app: Pick<SeenApp, 'id' | 'name' | 'isOffline' | 'isApproved'>,
): Letter {
  const what = harmless(app.name);
  const link = { words: 'See it here:', link: playPage(place, app) };
  if (app.isOffline)
    return writeLetter(`The takedown of ${what} was reversed`, [
      `An administrator has reversed the takedown of ${what}. It stays offline because your subscription has ended. Choose a plan to restore it.`,
      link,
    ]);
  if (!app.isApproved)
    return writeLetter(`The takedown of ${what} was reversed`, [
      `An administrator has reversed the takedown of ${what}. It is pending approval by its organization.`,
      link,
    ]);
  return writeLetter(`${what} is online again`, [
    `An administrator has brought ${what} back. It is in its previous state, and its links work again.`,
    link,
  ]);
}

function playPage({ publicUrl }: Place, { id }: { id: string }): string {
  return publicUrl + endpointUrl('/play/{id}', { id });
}
