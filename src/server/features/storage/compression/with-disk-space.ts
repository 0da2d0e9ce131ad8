import { dirname } from 'node:path';
import type { Context } from '#server/context.ts';
import type { JobStores } from './job-stores.ts';

/**
 * Makes forms only while there is disk space: in staging, and in the local store if that is active.
 * @param bytes the maximum for forms and copies
 * @throws NoDiskSpaceError
 */
export async function withDiskSpace<Result>(
  { diskSpace, folders }: Pick<Context, 'diskSpace' | 'folders'>,
  places: JobStores,
  bytes: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const { store } = await places.active();
  const path = store.localPath('any');
  return diskSpace.within(path === null ? [folders.staging] : [folders.staging, dirname(path)], bytes, work);
}
