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

/** A popover at its button, preloaded before it is likely to open. */
export function Popover(props: PopoverProps) {
  const PopoverWindow = useOverlay(fetchWindow, props.open, () => props.onOpenChange(false));
  if (PopoverWindow) return <PopoverWindow {...props} />;
  // The popover retries what failed to load.
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

/** A searchable choice in such a popover, loaded with it. */
export function PopoverChoices<Id extends string | undefined | null>(props: ChoiceListProps<Id>) {
  const parts = use(PopoverParts);
  return parts && <parts.ChoiceList {...props} />;
}
