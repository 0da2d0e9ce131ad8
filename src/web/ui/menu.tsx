import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
  defaultOpen?: boolean;
  /** Once it is gone and its button has the focus again. */
  onClosed?: () => void;
}

/** Opens in place, so that it stays inside the landmark of its button. */
export function Menu({ trigger, children, defaultOpen, onClosed }: MenuProps) {
  return (
    <Primitive.Root defaultOpen={defaultOpen} modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Content
        align="end"
        sideOffset={8}
        collisionPadding={8}
        // Radix gives the focus back after this handler.
        onCloseAutoFocus={() => onClosed && queueMicrotask(onClosed)}
        className="z-50 min-w-56 animate-rise rounded-picture border border-line bg-surface p-1.5 shadow-float"
      >
        {children}
      </Primitive.Content>
    </Primitive.Root>
  );
}

export const MenuSeparator = () => <Primitive.Separator className="-mx-1.5 my-1.5 h-px bg-line" />;

/** A line of the menu that is read, not chosen. */
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Primitive.Label className="px-2.5 py-1.5">{children}</Primitive.Label>
);

interface MenuChoicesProps<Value extends string> {
  value: Value;
  options: readonly { value: Value; label: string; text: string }[];
  onChoose: (value: Value) => void;
}

/** One of several, each with what it means; the chosen one is marked. */
export function MenuChoices<Value extends string>({ value, options, onChoose }: MenuChoicesProps<Value>) {
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
          className="grid cursor-pointer grid-cols-[1rem_1fr] gap-x-2.5 rounded-control px-2.5 py-2 outline-none select-none data-highlighted:bg-raised"
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

export function MenuItem(props: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className="flex min-h-11 items-center gap-2.5 rounded-control px-2.5 text-14 outline-none select-none data-highlighted:bg-raised md:min-h-9 [&_svg]:size-4 [&_svg]:text-muted"
      {...props}
    />
  );
}
