import { type ComponentProps, useState } from 'react';

/**
 * Opens a `<details>` while something in it is wrong, and keeps it open once the error is gone: the user may be typing in
 * it.
 */
export function useDetailsOpen(isWrong: boolean): Pick<ComponentProps<'details'>, 'open' | 'onToggle'> {
  const [open, setOpen] = useState(false);
  return { open: open || isWrong, onToggle: ({ currentTarget }) => setOpen(currentTarget.open) };
}
