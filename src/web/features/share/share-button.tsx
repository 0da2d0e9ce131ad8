import { Check, Share2 } from 'lucide-react';
import { texts } from '../../i18n/en/share.ts';
import { format } from '../../i18n/format.ts';
import { useCopied } from '../../lib/hooks/use-copied.ts';
import { Button } from '../../ui/forms/button.tsx';
import { toast } from '../../ui/loading/toast.tsx';

/** The system's share sheet if available, otherwise the clipboard. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  const [copied, copy] = useCopied(texts.copied);
  const share = async () => {
    if (await shareNatively({ title, url })) return;
    if (!(await copy(url))) toast(format(texts.theLinkCouldNotBeCopiedIt, { url }), { failed: true });
  };
  const Icon = copied ? Check : Share2;
  return (
    <Button onClick={share}>
      <Icon strokeWidth={1.75} aria-hidden="true" />
      {copied ? texts.copied : texts.share}
    </Button>
  );
}

/** True if the share sheet opened, even if the user then closed it. */
async function shareNatively(data: ShareData): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
