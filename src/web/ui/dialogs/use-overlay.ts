import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { texts } from '../../i18n/en/ui.ts';
import { toast } from '../loading/toast.tsx';
import { useOpenedOnce } from './use-opened-once.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * The script of what opens over the page, or beside its button; null until it is there. What stands on the page stays
 * as it is meanwhile, the focus with it. Where the script does not come somebody is told, and `onMissing` shuts what was
 * to open: opening it again asks again.
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
