import type { LucideIcon } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { Button } from '../../ui/forms/button.tsx';

interface RowActionProps {
  icon: LucideIcon;
  /** One or two words: beside the icon in stacked rows, otherwise on hover. */
  label: string;
  /** Includes its object, for screen readers. */
  name: string;
  destructive?: boolean;
  /** Set if the action is impossible: the reason. */
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
        // Its title is the reason.
        'disabled:pointer-events-auto max-lg:border max-lg:border-line lg:size-8! lg:px-0!',
        destructive && 'enabled:hover:text-danger',
      )}
    >
      <Icon strokeWidth={1.75} aria-hidden="true" />
      <span className="lg:hidden">{label}</span>
    </Button>
  );
}
