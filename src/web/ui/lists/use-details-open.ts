import { type ComponentProps, useState } from 'react';

/** Opens a `<details>` while it contains an error, and keeps it open afterwards: the user may be typing in it. */
export function useDetailsOpen(isWrong: boolean): Pick<ComponentProps<'details'>, 'open' | 'onToggle'> {
  const [open, setOpen] = useState(false);
  return { open: open || isWrong, onToggle: ({ currentTarget }) => setOpen(currentTarget.open) };
}
