import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { readingDirection } from '../../lib/format/reading-direction.ts';
import { useCloseWatcher } from '../dialogs/use-close-watcher.ts';
import { type MenuChoicesProps, type MenuListProps, MenuParts } from './menu.tsx';

/** Rendered in place, so that it stays inside the landmark of its button. */
export default function MenuList({ trigger, openedBy, children, onClosed }: MenuListProps) {
  const [open, setOpen] = useState(true);
  useCloseWatcher(open, () => setOpen(false));
  return (
    <Primitive.Root open={open} onOpenChange={setOpen} modal={false} dir={readingDirection()}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Content
        ref={openedBy === 'key' ? focusFirst : undefined}
        align="end"
        sideOffset={8}
        collisionPadding={8}
        // Radix returns the focus after this handler.
        onCloseAutoFocus={() => onClosed && queueMicrotask(onClosed)}
        className="z-50 min-w-56 animate-rise rounded-picture border border-line bg-surface p-1.5 shadow-float"
      >
        <MenuParts value={parts}>{children}</MenuParts>
      </Primitive.Content>
    </Primitive.Root>
  );
}

const MenuSeparator = () => <Primitive.Separator className="-mx-1.5 my-1.5 h-px bg-line" />;

/** A text in the menu that cannot be chosen. */
const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Primitive.Label className="px-2.5 py-1.5">{children}</Primitive.Label>
);

/** One of several options with descriptions; the chosen one is marked. */
function MenuChoices<Value extends string>({ value, options, onChoose }: MenuChoicesProps<Value>) {
  return (
    <Primitive.RadioGroup
      className="w-72 max-w-full"
      value={value}
      onValueChange={(chosen) => onChoose(chosen as Value)}
    >
      {options.map((option) => (
        <Primitive.RadioItem
          key={option.value}
          value={option.value}
          className="grid cursor-pointer grid-cols-[1rem_1fr] gap-x-2.5 rounded-control px-2.5 py-2 -outline-offset-2 select-none data-highlighted:bg-raised"
        >
          <Primitive.ItemIndicator className="row-span-2 mt-0.5">
            <Check size={16} strokeWidth={2} aria-hidden="true" />
          </Primitive.ItemIndicator>
          <span className="col-start-2 font-medium">{option.label}</span>
          <span className="col-start-2 text-13 text-muted">{option.text}</span>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}

function MenuItem(props: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className="flex min-h-11 items-center gap-2.5 rounded-control px-2.5 text-14 -outline-offset-2 select-none data-highlighted:bg-raised md:min-h-9 [&_svg]:size-4 [&_svg]:text-muted"
      {...props}
    />
  );
}

/** The parts of a menu, for the content of an open one. */
const parts = { MenuItem, MenuLabel, MenuSeparator, MenuChoices };
export type Parts = typeof parts;

/** Opening a menu by key focuses its first item. Radix only sees keys that were pressed after it had loaded. */
function focusFirst(content: HTMLElement | null) {
  if (!content) return;
  const first = content.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])');
  // After Radix has focused the menu itself.
  setTimeout(() => first?.focus());
}
