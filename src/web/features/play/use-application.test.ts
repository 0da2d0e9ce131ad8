import { expect, it } from 'vitest';
import { type Application, applicationSchema } from '#shared/apps/apps.ts';
import { publicFields } from './use-application.ts';

const secrets = {
  takenDown: { at: '2026-01-02T03:04:05.000Z', reason: 'secret' },
  organizationId: 'secret',
  organization: { id: 'secret', _id: 'secret', name: 'secret' },
  uploadedByEmail: 'secret',
  uploadedByUser: { id: 'ada', username: 'Ada', email: 'secret', role: 'admin' },
  wantsPublic: true,
  approval: 'pending',
  threadIsolation: 'secret',
  singlePageRoutes: true,
  build: { secret: true },
} as unknown as Pick<
  Application,
  'takenDown' | 'organization' | 'uploadedByUser' | 'threadIsolation' | 'build'
>;
const seenByAll = {
  id: 'pong',
  name: 'Pong',
  description: 'Two bars',
  isPublic: true,
  isOffline: false,
  uploadedBy: 'ada',
  uploadedByUsername: 'Ada',
  thumbnailUrl: '/small',
  thumbnailLargeUrl: '/large',
  version: '1.0',
  theme: 'vanilla',
  deviceAccess: ['camera'],
  fileUrl: '/api/applications/pong/download',
  fileName: 'pong.zip',
  fileSize: 1,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  shareUrl: 'https://flux.test/play/pong',
  shareLink: 'on',
  needsThreads: true,
  cannotStart: true,
  pageSize: { width: 960, height: 638, fillsPhones: true },
};
const app = {
  ...seenByAll,
  ...secrets,
  can: { play: true, edit: true, update: true, delete: true, approve: true, share: true },
} as Application;

it('keeps the public fields of a public application, and no restricted ones', () => {
  // A new field must be added to one of the lists.
  expect(Object.keys(app).sort()).toEqual(Object.keys(applicationSchema.def.shape).sort());
  const kept = publicFields(app);
  expect(kept).toMatchObject(seenByAll);
  expect(kept?.can).toEqual({
    play: true,
    edit: false,
    update: false,
    delete: false,
    approve: false,
    share: false,
  });
  expect(applicationSchema.safeParse(kept).error?.issues).toBeUndefined();
  expect(JSON.stringify(kept)).not.toMatch(/secret|admin|pending|"(?:wantsPublic|singlePageRoutes)":true/);
});

it('keeps nothing of a private application, nor of an unknown one', () => {
  expect(publicFields({ ...app, isPublic: false })).toBeUndefined();
  expect(publicFields(undefined)).toBeUndefined();
});
