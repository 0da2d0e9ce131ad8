import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { texts } from '../../i18n/en/ui.ts';
import { toast } from '../loading/toast.tsx';
import { useOpenedOnce } from './use-opened-once.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * The lazily loaded script of a dialog or popover; null until loaded. The page stays unchanged meanwhile,
 * including the focus. After a load failure the user gets a message and `onMissing` closes it; opening it
 * again retries.
 */
export function useOverlay<Props>(
  load: Load<Props>,
  open: boolean,
  onMissing: () => void,
): ComponentType<Props> | null {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const isWanted = useOpenedOnce(open);
  const giveUp = useEffectEvent(() => {
    toast(texts.itCouldNotBeOpened, { failed: true });
    onMissing();
  });
  useEffect(() => {
    if (!open || part) return;
    let isOpen = true;
    load().then(
      (script) => isOpen && setPart(() => script.default),
      () => isOpen && giveUp(),
    );
    return () => {
      isOpen = false;
    };
  }, [load, open, part]);
  return isWanted ? part : null;
}
