import { createContext, type ReactNode, use } from 'react';
import { useOverlay } from '../dialogs/use-overlay.ts';
import type { ChoiceList, ChoiceListProps } from '../forms/choice-list.tsx';
import { Slot } from '../layout/slot.tsx';

const fetchWindow = () => import('./popover-window.tsx');

export interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactNode;
  label: string;
  children: ReactNode;
}

/** A small window at its button, fetched when somebody is about to open it. */
export function Popover(props: PopoverProps) {
  const PopoverWindow = useOverlay(fetchWindow, props.open, () => props.onOpenChange(false));
  if (PopoverWindow) return <PopoverWindow {...props} />;
  // The window asks again for what did not come.
  const prepare = () => void fetchWindow().catch(() => null);
  return (
    <Slot
      aria-haspopup="dialog"
      aria-expanded="false"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => props.onOpenChange(true)}
    >
      {props.trigger}
    </Slot>
  );
}

export const PopoverParts = createContext<{ ChoiceList: typeof ChoiceList } | null>(null);

/** A choice from names in such a window, and fetched with it. */
export function PopoverChoices<Id extends string | undefined | null>(props: ChoiceListProps<Id>) {
  const parts = use(PopoverParts);
  return parts && <parts.ChoiceList {...props} />;
}
