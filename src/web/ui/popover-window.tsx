import { Popover as Primitive } from 'radix-ui';
import { ChoiceList } from './choice-list.tsx';
import { PopoverParts, type PopoverProps } from './popover.tsx';
import { useCloseWatcher } from './use-close-watcher.ts';

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
