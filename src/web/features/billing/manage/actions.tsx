import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/forms/button.tsx';

interface ActionsProps {
  /** Neither does anything while it is being done. */
  back: { label: string; onClick: () => void };
  confirm: { label: ReactNode; variant: 'primary' | 'danger'; disabled?: boolean; onClick: () => void };
  /** It is being done, and cannot be asked for again. */
  pending: boolean;
}

/** The end of each view: the harmless answer first, then what it is about. */
export function Actions({ back, confirm, pending }: ActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse max-sm:items-stretch">
      <Button aria-disabled={pending} onClick={back.onClick}>
        {back.label}
      </Button>
      {/* It keeps the focus while it works, for whoever has to try again. */}
      <Button
        variant={confirm.variant}
        disabled={confirm.disabled}
        aria-disabled={pending}
        onClick={confirm.onClick}
      >
        {pending && <LoaderCircle aria-hidden="true" className="animate-spin" />}
        {confirm.label}
      </Button>
    </div>
  );
}
