import { Check, Copy } from 'lucide-react';
import { texts } from '../../i18n/en/api-docs.ts';
import { useCopied } from '../../lib/hooks/use-copied.ts';
import { Button } from '../../ui/forms/button.tsx';
import { toast } from '../../ui/loading/toast.tsx';

/** A shell command to copy. */
export function CodeBlock({ source, label }: { source: string; label: string }) {
  const [copied, copy] = useCopied(texts.copied);
  const Icon = copied ? Check : Copy;
  return (
    <div className="relative rounded-control border border-line bg-surface">
      <pre className="p-4 pe-12 font-mono text-12 leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <code>{source}</code>
      </pre>
      <Button
        variant="ghost"
        size="icon"
        className="absolute top-1 end-1"
        onClick={async () => {
          if (!(await copy(source))) toast(texts.copyingFailedSelectTheTextAnd, { failed: true });
        }}
      >
        <Icon strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{copied ? texts.copied : label}</span>
      </Button>
    </div>
  );
}
