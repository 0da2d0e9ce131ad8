import { createContext, type ReactNode, use, useState } from 'react';

interface Support {
  open: () => void;
}

const SupportContext = createContext<Support>({ open: () => {} });

/** Opens the support form from anywhere below `SupportProvider`. */
export function useSupport(): Support {
  return use(SupportContext);
}

interface SupportProviderProps {
  dialog: (onClose: () => void) => ReactNode;
  children: ReactNode;
}

/** Contains the only support form; the shell provides its content. */
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
