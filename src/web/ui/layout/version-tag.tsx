import { isVersionNumber } from '#shared/versions/version-number.ts';
import { cn } from '../../lib/cn.ts';

/** A version on its own: 'v1.1', or 'beta 2'. After the word it is only the number: 'version 1.1'. */
export function VersionTag({ of: version, className = 'text-12' }: { of: string; className?: string }) {
  return (
    <bdi className={cn('font-mono', className)}>
      {isVersionNumber(version) && 'v'}
      {version}
    </bdi>
  );
}
