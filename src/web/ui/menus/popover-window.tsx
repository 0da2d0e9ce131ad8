import { Popover as Primitive } from 'radix-ui';
import { useCloseWatcher } from '../dialogs/use-close-watcher.ts';
import { ChoiceList } from '../forms/choice-list.tsx';
import { PopoverParts, type PopoverProps } from './popover.tsx';

const parts = { ChoiceList };

export default function PopoverWindow({ open, onOpenChange, trigger, label, children }: PopoverProps) {
  useCloseWatcher(open, () => onOpenChange(false));
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Content
        align="start"
        sideOffset={6}
        collisionPadding={8}
        aria-label={label}
        className="z-50 w-72 animate-rise rounded-picture border border-line bg-surface p-1.5 shadow-float"
      >
        <PopoverParts value={parts}>{children}</PopoverParts>
      </Primitive.Content>
    </Primitive.Root>
  );
}
