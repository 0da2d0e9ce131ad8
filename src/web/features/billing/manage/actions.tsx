import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/forms/button.tsx';

interface ActionsProps {
  /** Both are disabled while the action runs. */
  back: { label: string; onClick: () => void };
  confirm: { label: ReactNode; variant: 'primary' | 'danger'; disabled?: boolean; onClick: () => void };
  /** The action is running and cannot be started again. */
  pending: boolean;
}

/** The buttons of each view: the harmless one first, then the action. */
export function Actions({ back, confirm, pending }: ActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse max-sm:items-stretch">
      <Button aria-disabled={pending} onClick={back.onClick}>
        {back.label}
      </Button>
      {/* It keeps the focus while the action runs, for another attempt. */}
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
