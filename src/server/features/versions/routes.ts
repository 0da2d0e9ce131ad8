import { createApplication } from '#shared/apps.ts';
import type { Register } from '../../app.ts';
import { clearStaging } from '../builds/ingest.ts';
import { createApp } from './create-app.ts';
import { createPublisher } from './publisher.ts';

export const registerVersions: Register = async (http, context) => {
  await clearStaging(context.folders.staging);
  const publisher = createPublisher(context);
  http.bindSignedIn(createApplication, ({ body, files, viewer }) =>
    createApp(context, publisher, viewer, body, files.get('build')),
  );
};
