import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

interface BannerProps {
  label: string;
  tone: 'danger' | 'info' | 'warning';
  headline: string;
  action: ReactNode;
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
      {/* With a pointer at most a line and a half high, because the page is more important. Touch needs 44 px. */}
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-2 md:gap-x-4 md:px-6 md:py-0.5 md:[&_:is(a,button)]:px-2.5 md:[&_:is(a,button)]:text-13 md:pointer-coarse:[&_:is(a,button)]:h-11 md:not-pointer-coarse:[&_:is(a,button)]:h-6">
        <p className="min-w-0 flex-1 basis-50 text-13">
          <strong className="font-medium">{headline}</strong> {children}
        </p>
        {action}
      </div>
    </section>
  );
}
