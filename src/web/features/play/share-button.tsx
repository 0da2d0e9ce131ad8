import { Check, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

const copiedMilliseconds = 2_000;

/** The system's own share sheet where there is one, else the clipboard. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [copied]);
  const share = async () => {
    if (await shareNatively({ title, url })) return;
    if (await copyText(url)) setCopied(true);
    else toast(`The link could not be copied. It is ${url}`, { failed: true });
  };
  const Icon = copied ? Check : Share2;
  return (
    <Button onClick={share}>
      <Icon strokeWidth={1.75} aria-hidden="true" />
      <span aria-live="polite">{copied ? 'Copied!' : 'Share'}</span>
    </Button>
  );
}

/** True where the share sheet took it, also when the person then closed it. */
async function shareNatively(data: ShareData): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
