import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../../i18n/en/play.ts';

interface StageNoticeProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** Replaces the player if nothing is playable. */
export function StageNotice({ icon: Icon, title, children, actions }: StageNoticeProps) {
  return (
    <section aria-label={texts.player} className="border-b border-line md:py-4">
      <div className="md:px-6">
        <div className="mx-auto grid min-h-72 w-full max-w-stage content-center justify-items-center gap-4 bg-stage px-6 py-12 text-center text-on-stage md:aspect-video md:rounded-picture">
          <Icon size={32} strokeWidth={1.5} aria-hidden="true" className="text-on-stage-muted" />
          <div className="grid min-w-0 gap-1">
            {/* No heading, because it is before the page's heading. */}
            <p className="text-20 font-semibold">{title}</p>
            {children}
          </div>
          {actions && <div className="flex flex-wrap justify-center gap-3">{actions}</div>}
        </div>
      </div>
    </section>
  );
}
