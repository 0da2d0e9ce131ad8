import { dirname } from 'node:path';
import type { Context } from '#server/context.ts';
import type { Places } from './places.ts';

/**
 * Makes forms only while this machine's disk has disk space for them: where they are made, and where they stay if that is here.
 * @param bytes the most that they and what is copied for them take
 * @throws NoDiskSpaceError
 */
export async function withDiskSpace<Result>(
  { diskSpace, folders }: Pick<Context, 'diskSpace' | 'folders'>,
  places: Places,
  bytes: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const { store } = await places.active();
  const path = store.localPath('any');
  return diskSpace.within(path === null ? [folders.staging] : [folders.staging, dirname(path)], bytes, work);
}
