import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

const panelVariants = cva('rounded-control border px-4 py-3 text-14', {
  variants: {
    tone: {
      neutral: 'border-line bg-surface',
      info: 'border-info/30 bg-info-quiet text-info',
      success: 'border-success/30 bg-success-quiet text-success',
      warning: 'border-warning/30 bg-warning-quiet text-warning',
      danger: 'border-danger/30 bg-danger-quiet text-danger',
    },
  },
  defaultVariants: { tone: 'neutral' },
});

/** A message in its context. */
export function Panel({
  tone,
  className,
  ...props
}: ComponentProps<'div'> & VariantProps<typeof panelVariants>) {
  return <div className={panelVariants({ tone, className })} {...props} />;
}
