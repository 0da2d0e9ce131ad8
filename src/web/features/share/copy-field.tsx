import { Check, Copy } from 'lucide-react';
import { useId } from 'react';
import { texts } from '../../i18n/en/share.ts';
import { cn } from '../../lib/cn.ts';
import { useCopied } from '../../lib/hooks/use-copied.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Input, Textarea } from '../../ui/forms/input.tsx';
import { toast } from '../../ui/loading/toast.tsx';

interface CopyFieldProps {
  label: string;
  /** The button's label, as in 'Copy share link'. */
  action: string;
  value: string;
  /** For text of several lines. */
  block?: boolean;
}

/** Text to copy: selected on focus, copied by the button. */
export function CopyField({ label, action, value, block }: CopyFieldProps) {
  const id = useId();
  const [copied, copy] = useCopied(texts.copied);
  const Icon = copied ? Check : Copy;
  const Control = block ? Textarea : Input;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className={block ? 'grid gap-2' : 'flex flex-col gap-2 sm:flex-row'}>
        <Control
          id={id}
          readOnly
          dir="ltr"
          value={value}
          className={cn('min-w-0 font-mono', block ? 'field-sizing-fixed!' : 'sm:flex-1')}
          onFocus={(event: { currentTarget: { select: () => void } }) => event.currentTarget.select()}
        />
        <Button
          className={block ? 'justify-self-start' : undefined}
          onClick={async () => {
            if (!(await copy(value))) toast(texts.copyingFailedSelectTheTextAnd, { failed: true });
          }}
        >
          <Icon strokeWidth={1.75} aria-hidden="true" />
          {copied ? texts.copied : action}
        </Button>
      </div>
    </div>
  );
}
