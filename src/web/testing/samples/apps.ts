import type { Application, ApplicationCard } from '#shared/apps/apps.ts';
import { someone } from './accounts.ts';
import { daysAgo, idOf } from './ids.ts';

/** A public application of another user, as listed in the gallery. For own ones and administrators: `ownCard`. */
export function someCard(fields: Partial<ApplicationCard> & { number?: number } = {}): ApplicationCard {
  const { number = 2, ...given } = fields;
  const id = given.id ?? idOf('p', number);
  const isPublic = given.isPublic ?? true;
  const maker = { id: idOf('u', 7), username: 'Grace Hopper', email: null, role: null };
  return {
    id,
    name: `Application ${number}`,
    description: 'Round the sun and home again.',
    isPublic,
    isOffline: false,
    takenDown: null,
    wantsPublic: isPublic,
    organizationId: null,
    organization: null,
    uploadedBy: maker.id,
    uploadedByUsername: maker.username,
    uploadedByEmail: null,
    uploadedByUser: maker,
    thumbnailUrl: null,
    thumbnailLargeUrl: null,
    version: '1.0.0',
    theme: 'vanilla',
    deviceAccess: [],
    fileUrl: null,
    fileName: null,
    fileSize: null,
    createdAt: daysAgo(number),
    updatedAt: daysAgo(number),
    shareUrl: isPublic ? `${location.origin}/play/${id}` : null,
    shareLink: isPublic ? 'on' : null,
    approval: null,
    can: { play: true, edit: false, update: false, delete: false, approve: false, share: false },
    ...given,
  };
}

/** One that the account of `openPage` published, with all permissions. */
export function ownCard(fields: Partial<ApplicationCard> & { number?: number } = {}): ApplicationCard {
  const { number, ...given } = fields;
  const card = someCard(fields);
  const { id, username, email, role } = someone();
  return {
    ...card,
    uploadedBy: id,
    uploadedByUsername: username,
    uploadedByEmail: email,
    uploadedByUser: { id, username, email, role },
    fileUrl: `/api/applications/${card.id}/download`,
    fileName: 'game.zip',
    fileSize: 12_345_678,
    shareUrl: `${location.origin}/play/${card.id}${card.isPublic ? '' : '?key=secret'}`,
    shareLink: 'on',
    can: { play: true, edit: true, update: true, delete: true, approve: true, share: true },
    ...given,
  };
}
/** The complete application of a card, as its own page fetches it. */
export function appOf(card: ApplicationCard, fields: Partial<Application> = {}): Application {
  return {
    ...card,
    threadIsolation: card.can.update ? 'automatic' : null,
    singlePageRoutes: card.can.update ? false : null,
    needsThreads: false,
    pageSize: null,
    cannotStart: false,
    build: null,
    ...fields,
  };
}
