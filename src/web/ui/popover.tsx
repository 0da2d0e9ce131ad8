import { Slot } from 'radix-ui';
import type { ReactNode } from 'react';
import { later } from './later.tsx';
import { MissingNotice } from './missing-part.tsx';
import { useOpenedOnce } from './use-opened-once.ts';

const fetchWindow = () => import('./popover-window.tsx');

const PopoverWindow = later(fetchWindow, {
  waiting: ({ trigger }) => trigger,
  missing: (missing, { trigger }) => (
    <>
      {trigger}
      <MissingNotice {...missing} />
    </>
  ),
});

export interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactNode;
  label: string;
  children: ReactNode;
}

/** A small window at its button, fetched when somebody is about to open it. */
export function Popover(props: PopoverProps) {
  if (useOpenedOnce(props.open)) return <PopoverWindow {...props} />;
  // The window asks again for what did not come.
  const prepare = () => void fetchWindow().catch(() => null);
  return (
    <Slot.Root
      aria-haspopup="dialog"
      aria-expanded="false"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => props.onOpenChange(true)}
    >
      {props.trigger}
    </Slot.Root>
  );
}
