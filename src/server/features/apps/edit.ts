import type { Application } from '#shared/apps.ts';
import { FluxError } from '#shared/errors.ts';
import type { Theme } from '#shared/themes.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { changeApp } from './change.ts';
import { getApp } from './read.ts';
import { updateApp } from './store.ts';

interface Edit {
  name?: string | undefined;
  description?: string | undefined;
  isPublic?: boolean | undefined;
  organizationId?: string | null | undefined;
  theme?: Theme | undefined;
}

/** @throws FluxError `app_not_found`, `forbidden`, `invalid_input` */
export async function editApp(
  context: Context,
  viewer: Viewer,
  appId: string,
  edit: Edit,
): Promise<Application> {
  const { organizationId, ...details } = edit;
  await changeApp(context, viewer, appId, 'edit', async (trx) => {
    if (organizationId) {
      const message = 'Please select an organization';
      throw new FluxError('invalid_input', message, { fields: { organizationId: message } });
    }
    await updateApp(trx, appId, {
      ...details,
      ...(organizationId === undefined ? {} : { organizationId: null }),
      updatedAt: context.clock.now(),
    });
  });
  return getApp(context, viewer, appId);
}
