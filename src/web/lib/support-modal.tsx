import { createContext, type ReactNode, use, useState } from 'react';

interface Support {
  open: () => void;
}

const SupportContext = createContext<Support>({ open: () => {} });

/** Opens the form for support from anywhere below `SupportProvider`. */
export function useSupport(): Support {
  return use(SupportContext);
}

interface SupportProviderProps {
  dialog: (onClose: () => void) => ReactNode;
  children: ReactNode;
}

/** Holds the one form for support; the shell says what it is. */
export function SupportProvider({ dialog, children }: SupportProviderProps) {
  const [isOpen, setOpen] = useState(false);
  const [support] = useState<Support>(() => ({ open: () => setOpen(true) }));
  return (
    <SupportContext value={support}>
      {children}
      {isOpen && dialog(() => setOpen(false))}
    </SupportContext>
  );
}
