import type { StorageConfig } from '#shared/storage/storage.ts';
import { texts } from '../../i18n/en/storage.ts';
import { format } from '../../i18n/format.ts';
import { formatStored } from '../../lib/format/sizes.ts';

/** '1,204 files · 3.4 GB', or that there are none. */
export function filesText({ count, bytes }: StorageConfig['files']): string {
  return count === 0 ? texts.noFiles : `${format(texts.countFiles, { count })} · ${formatStored(bytes)}`;
}

/** The number and size of files in all other configurations. */
export function filesElsewhere(configs: readonly StorageConfig[], id: string): StorageConfig['files'] {
  const sum = { count: 0, bytes: 0 };
  for (const { id: other, files } of configs) {
    if (other === id) continue;
    sum.count += files.count;
    sum.bytes += files.bytes;
  }
  return sum;
}
