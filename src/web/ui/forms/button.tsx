import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { Slot } from '../layout/slot.tsx';

/** Each has a border, visible or not: in forced colours only the border shows a button. */
const buttonVariants = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap select-none transition-colors disabled:opacity-50 disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:shrink-0 [&_svg]:size-4',
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-ion text-on-ion hover:bg-ion-bright',
        secondary: 'border-line bg-surface text-text hover:bg-raised',
        ghost: 'border-transparent text-muted hover:bg-raised hover:text-text',
        danger: 'border-transparent bg-danger-fill text-on-danger hover:bg-danger-fill/90',
      },
      size: {
        regular: 'h-11 px-4 text-14 md:h-9',
        large: 'h-12 px-5 text-16 md:h-11',
        icon: 'size-11 md:size-9',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'regular' },
  },
);

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonVariants> & { asChild?: boolean };

/** With `asChild` its style applies to the only child, such as a link. */
export function Button({ variant, size, asChild, className, type = 'button', ...props }: ButtonProps) {
  const look = buttonVariants({ variant, size, className });
  if (asChild) return <Slot className={look} {...props} />;
  return <button type={type} className={look} {...props} />;
}
