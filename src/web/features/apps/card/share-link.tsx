import { Check, Link2, Link2Off } from 'lucide-react';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { texts } from '#web/i18n/en/apps/card.ts';
import { format } from '#web/i18n/format.ts';
import { useCopied } from '#web/lib/hooks/use-copied.ts';
import { toast } from '#web/ui/loading/toast.tsx';

interface ShareLinkProps {
  app: ApplicationCard;
  /** Shows only the path, for narrow places. */
  short?: boolean;
}

/** The address for players; a click copies it. */
export function ShareLink({ app, short }: ShareLinkProps) {
  const [copied, copy] = useCopied(texts.copied);
  const { shareUrl } = app;
  if (shareUrl === null) {
    if (app.shareLink === null) return null;
    return (
      <p className="flex h-8 items-center gap-1.5 text-12 text-muted">
        <Link2Off size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        {app.shareLink === 'sleeping' ? texts.theShareLinkIsPaused : texts.theShareLinkIsOff}
      </p>
    );
  }
  const Icon = copied ? Check : Link2;
  return (
    <button
      type="button"
      title={shareUrl}
      onClick={async () => {
        if (!(await copy(shareUrl)))
          toast(format(texts.theLinkCouldNotBeCopiedIt, { shareUrl }), { failed: true });
      }}
      className="relative z-10 -mx-1.5 flex h-11 max-w-[calc(100%+0.75rem)] min-w-0 items-center gap-1.5 rounded-control px-1.5 text-muted transition-colors hover:bg-raised hover:text-text md:h-8"
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {!copied && <span className="sr-only">{format(texts.copyShareLinkOfName, { name: app.name })} </span>}
      <span dir={copied ? undefined : 'ltr'} className="truncate font-mono text-12">
        {copied ? texts.copied : shortened(shareUrl, short)}
      </span>
    </button>
  );
}

function shortened(url: string, short: boolean | undefined): string {
  return short ? url.replace(/^https?:\/\/[^/]+/, '') : url.replace(/^https?:\/\//, '');
}
