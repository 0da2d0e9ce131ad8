import { PowerOff } from 'lucide-react';
import type { Application } from '#shared/apps.ts';
import { cn } from '../../lib/cn.ts';
import { formatDate } from '../../lib/dates.ts';
import { Panel } from '../../ui/panel.tsx';

interface TakenDownNoticeProps {
  app: Pick<Application, 'takenDown' | 'can'>;
  className?: string;
}

/** Why an administrator took an application offline, to its owner and to administrators. */
export function TakenDownNotice({ app: { takenDown, can }, className }: TakenDownNoticeProps) {
  if (takenDown === null) return null;
  return (
    <Panel tone="danger" className={cn('flex max-w-reading gap-3', className)}>
      <PowerOff size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <div className="grid min-w-0 gap-2">
        <p className="font-medium">
          An administrator took this application offline on{' '}
          <time dateTime={takenDown.at}>{formatDate(takenDown.at)}</time>
        </p>
        <p className="wrap-anywhere whitespace-pre-line">{takenDown.reason}</p>
        <p>{can.play ? forAdministrators : forItsOwner}</p>
      </div>
    </Panel>
  );
}

const forItsOwner =
  'Nobody else can open it. You can download it, upload another version of it, or delete it. It stays offline until an administrator brings it back.';
const forAdministrators =
  'Its owner reads this, too, and administrators alone can play it. It stays offline until one of you brings it back.';
