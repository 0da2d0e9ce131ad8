import { useEffect, useState } from 'react';
import { announce } from '../page/announce.ts';
import { copyText } from '../page/copy-text.ts';

const copiedMilliseconds = 2_000;

/**
 * Copies, and is true for two seconds; false if the browser refuses.
 * @param said the text for screen readers
 */
export function useCopied(said: string): [copied: boolean, copy: (text: string) => Promise<boolean>] {
  const [times, setTimes] = useState(0);
  const [copied, setCopied] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further copy begins the two seconds anew
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMilliseconds);
    return () => clearTimeout(timer);
  }, [copied, times]);
  const copy = async (text: string) => {
    const done = await copyText(text);
    if (done) announce(said);
    setCopied(done);
    setTimes((count) => count + 1);
    return done;
  };
  return [copied, copy];
}
