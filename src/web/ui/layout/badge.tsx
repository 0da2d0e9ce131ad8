import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

const badgeVariants = cva(
  'inline-flex items-center gap-1 rounded-full px-2 text-12 font-medium whitespace-nowrap forced-colors:border',
  {
    variants: {
      tone: {
        neutral: 'bg-raised text-muted ring-1 ring-line ring-inset',
        accent: 'bg-ion text-on-ion',
        info: 'bg-info-quiet text-info',
        success: 'bg-success-quiet text-success',
        warning: 'bg-warning-quiet text-warning',
        danger: 'bg-danger-quiet text-danger',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export function Badge({
  tone,
  className,
  ...props
}: ComponentProps<'span'> & VariantProps<typeof badgeVariants>) {
  return <span className={badgeVariants({ tone, className })} {...props} />;
}
