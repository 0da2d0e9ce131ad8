import { CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react';
import type { StorageTestStatus } from '#shared/storage/storage.ts';
import { texts } from '../../i18n/en/storage.ts';
import { cn } from '../../lib/cn.ts';

const states = {
  success: { label: texts.connected, Icon: CircleCheck, look: 'text-success' },
  failed: { label: texts.connectionFailed, Icon: CircleX, look: 'text-danger' },
  untested: { label: texts.untested, Icon: CircleDashed, look: 'text-muted' },
} as const satisfies Record<StorageTestStatus, { label: string; Icon: LucideIcon; look: string }>;

/** The result of the last test. */
export function TestStatus({ status }: { status: StorageTestStatus }) {
  const { label, Icon, look } = states[status];
  return (
    <span className={cn('inline-flex items-center gap-1.5 text-13 font-medium whitespace-nowrap', look)}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {label}
    </span>
  );
}
