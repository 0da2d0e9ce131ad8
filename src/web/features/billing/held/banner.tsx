import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';

interface BannerProps {
  label: string;
  tone: 'danger' | 'info' | 'warning';
  headline: string;
  action: ReactNode;
  /** What phones have no room for. */
  children: ReactNode;
}

const tones = {
  danger: 'border-danger/30 bg-danger-quiet text-danger',
  info: 'border-info/30 bg-info-quiet text-info',
  warning: 'border-warning/30 bg-warning-quiet text-warning',
};

export function Banner({ label, tone, headline, action, children }: BannerProps) {
  return (
    <section aria-label={label} className={cn('border-b', tones[tone])}>
      <div className="mx-auto flex max-w-content items-center justify-between gap-4 px-4 py-2 md:px-6">
        <p className="text-13">
          <strong className="font-medium">{headline}</strong>{' '}
          <span className="max-md:hidden">{children}</span>
        </p>
        {action}
      </div>
    </section>
  );
}
