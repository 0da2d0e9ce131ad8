import { PowerOff } from 'lucide-react';
import type { Application } from '#shared/apps/apps.ts';
import { texts } from '../../i18n/en/reports.ts';
import { Rich } from '../../i18n/rich.tsx';
import { cn } from '../../lib/cn.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { Panel } from '../../ui/layout/panel.tsx';

interface TakenDownNoticeProps {
  app: Pick<Application, 'takenDown' | 'can'>;
  className?: string;
}

/** The reason of a takedown, for the owner and for administrators. */
export function TakenDownNotice({ app: { takenDown, can }, className }: TakenDownNoticeProps) {
  if (takenDown === null) return null;
  return (
    <Panel tone="danger" className={cn('flex max-w-reading gap-3', className)}>
      <PowerOff size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <div className="grid min-w-0 gap-2">
        <p className="font-medium">
          <Rich
            text={texts.anAdministratorTookThisApplication}
            with={{ at: <time dateTime={takenDown.at}>{formatDate(takenDown.at)}</time> }}
          />
        </p>
        <p className="wrap-anywhere whitespace-pre-line">{takenDown.reason}</p>
        <p>{can.play ? forAdministrators : forItsOwner}</p>
      </div>
    </Panel>
  );
}

const forItsOwner = texts.nobodyElseCanOpenItYouCan;
const forAdministrators = texts.itsOwnerSeesThisTooOnly;
