import { isVersionNumber } from '#shared/versions/version-number.ts';
import { cn } from '../../lib/cn.ts';

/** A version where it stands by itself: 'v1.1', or 'beta 2'. After the word it is the number alone: 'version 1.1'. */
export function VersionTag({ of: version, className = 'text-12' }: { of: string; className?: string }) {
  return (
    <bdi className={cn('font-mono', className)}>
      {isVersionNumber(version) && 'v'}
      {version}
    </bdi>
  );
}
