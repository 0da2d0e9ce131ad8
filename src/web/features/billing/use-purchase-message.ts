import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from '../../ui/toast.tsx';

const parameter = 'subscription';

/**
 * Says that a purchase has come back to this page. Anybody can write such an address: it is words and grants nothing.
 * Said once: the address does not keep it.
 */
export function usePurchaseMessage(): void {
  const [search, setSearch] = useSearchParams();
  const succeeded = search.get(parameter) === 'success';
  const tell = useEffectEvent(() => {
    toast('Thank you. Your plan stands here as soon as the payment is confirmed.');
    const rest = new URLSearchParams(search);
    rest.delete(parameter);
    setSearch(rest, { replace: true });
  });
  useEffect(() => {
    if (succeeded) tell();
  }, [succeeded]);
}
