import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'id'> {
  label: string;
  help?: ReactNode;
}

export function Checkbox({ label, help, ...props }: CheckboxProps) {
  const id = useId();
  return (
    <div className="group flex items-start gap-3">
      <span className="relative mt-0.5 inline-flex size-5 shrink-0">
        <input
          id={id}
          type="checkbox"
          aria-describedby={help ? `${id}-help` : undefined}
          className="peer size-5 appearance-none rounded-[5px] border border-control bg-surface transition-colors checked:border-ion checked:bg-ion disabled:opacity-60"
          {...props}
        />
        <Check
          size={16}
          strokeWidth={3}
          aria-hidden="true"
          className="pointer-events-none absolute inset-0.5 hidden text-on-ion peer-checked:block forced-colors:text-[CanvasText]"
        />
      </span>
      <div className="grid">
        <label htmlFor={id} className="font-medium group-has-disabled:opacity-60">
          {label}
        </label>
        {help && (
          <span id={`${id}-help`} className="text-13 text-muted">
            {help}
          </span>
        )}
      </div>
    </div>
  );
}
