import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { CardForm } from '../card-fields/card-form.ts';

/**
 * Moves the focus into a form that appears after its dialog was opened: to the card number, or to the form itself where a
 * focused field would raise a keyboard over the price. The card's fields come with the form or later.
 * @returns to be called once the card's fields are there
 */
export function useFirstFocus(
  form: RefObject<HTMLFormElement | null>,
  card: RefObject<CardForm | null>,
): () => void {
  // Not before the form has the focus: fields that come with the form are there earlier.
  const isWaiting = useRef(false);
  const focusNumber = () => {
    if (!card.current || !isWaiting.current || window.matchMedia('(pointer: coarse)').matches) return;
    // A user who has moved on stays there, and the first lines of the form stay in view.
    const scroller = form.current?.parentElement;
    const top = scroller?.scrollTop ?? 0;
    if (document.activeElement === form.current) card.current.focus('number');
    scroller?.scrollTo({ top, behavior: 'instant' });
    isWaiting.current = document.activeElement === form.current;
  };
  const focusFirst = useEffectEvent(() => {
    if (form.current?.contains(document.activeElement)) return;
    form.current?.focus();
    isWaiting.current = true;
    focusNumber();
  });
  useEffect(() => focusFirst(), []);
  return focusNumber;
}
