import type { LucideIcon } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { Button } from '../../ui/forms/button.tsx';

interface RowActionProps {
  icon: LucideIcon;
  /** In a word or two: beside the icon where lines are stacked, else on hover. */
  label: string;
  /** With what it is done to, for those who read by ear. */
  name: string;
  destructive?: boolean;
  /** Given where it cannot be done: why not. */
  whyNot?: string;
  onChoose: () => void;
}

export function RowAction({ icon: Icon, label, name, destructive, whyNot, onChoose }: RowActionProps) {
  return (
    <Button
      variant="ghost"
      aria-label={name}
      title={whyNot ?? label}
      disabled={whyNot !== undefined}
      onClick={onChoose}
      className={cn(
        // Its title says why it cannot be done.
        'disabled:pointer-events-auto max-lg:border max-lg:border-line lg:size-8! lg:px-0!',
        destructive && 'enabled:hover:text-danger',
      )}
    >
      <Icon strokeWidth={1.75} aria-hidden="true" />
      <span className="lg:hidden">{label}</span>
    </Button>
  );
}
