import { useEffect, useRef } from 'react';
import { type LoadErrorProps, lazyPart } from '#web/ui/loading/lazy.tsx';
import { LoadErrorPanel } from '#web/ui/loading/load-error-panel.tsx';
import type { CardFaceProps } from './card-form.ts';
import { CardSkeleton } from './card-skeleton.tsx';

const states = {
  waiting: ({ onWaiting }: CardFaceProps) => <CardSkeleton onWaiting={onWaiting} />,
  loadError: (loadError: LoadErrorProps) => <LoadErrorPanel {...loadError} />,
};
const StripeCard = lazyPart(() => import('../stripe/stripe-card.tsx'), states);
const SandboxCard = lazyPart(() => import('./sandbox-card.tsx'), states);

/** Number, expiry and CVC of a card: Stripe's own fields, or the sandbox's for its test cards. */
export function CardFields(props: CardFaceProps) {
  const fields = useRef<HTMLDivElement>(null);
  // The sticky total would cover the elements below the last field.
  const said = Object.values(props.problems).join('\n');
  const shown = useRef('');
  useEffect(() => {
    const isNew = said.split('\n').some((text) => !shown.current.includes(text));
    shown.current = said;
    // Fixing a problem moves the focus to no other field.
    if (!isNew) return;
    fields.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [said]);
  const Face = props.settings.service === 'stripe' ? StripeCard : SandboxCard;
  return (
    <div ref={fields}>
      <Face {...props} />
    </div>
  );
}
