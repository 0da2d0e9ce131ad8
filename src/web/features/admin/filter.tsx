import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { texts } from '../../i18n/en/admin.ts';
import { cn } from '../../lib/cn.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Select } from '../../ui/forms/input.tsx';

interface ToolbarProps {
  /** Whether any filter is active. */
  narrowed: boolean;
  onClear: () => void;
  children: ReactNode;
}

/** Search and filters of a list. */
export function Toolbar({ narrowed, onClear, children }: ToolbarProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const clear = () => {
    // The button disappears with the filters, and a keyboard user keeps the focus here.
    toolbar.current?.focus({ preventScroll: true });
    onClear();
  };
  return (
    <div
      ref={toolbar}
      tabIndex={-1}
      className="mb-4 flex flex-wrap gap-2 outline-none md:[&>search]:max-w-110 md:[&>search]:min-w-48 md:[&>search]:basis-60"
    >
      {children}
      {narrowed && (
        <Button variant="ghost" onClick={clear}>
          <X strokeWidth={1.75} aria-hidden="true" />
          {texts.clearFilters}
        </Button>
      )}
    </div>
  );
}

interface FilterProps {
  label: string;
  /** The label without a selection. */
  everything: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
  onChoose: (value: string) => void;
}

export function Filter({ label, everything, options, value, onChoose }: FilterProps) {
  return (
    <div className="min-w-36 max-sm:flex-1">
      <Select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChoose(event.target.value)}
        className={cn(value === undefined ? 'text-muted' : 'border-ring font-medium')}
      >
        <option value="">{everything}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  );
}
