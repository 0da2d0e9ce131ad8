import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { CardForm } from '../card-fields/card-form.ts';

/**
 * Moves the focus into a form that appears after its dialog was opened: to the card number, or to the form
 * itself where a focused field would raise a keyboard over the price. The card fields load with the form or
 * later.
 * @returns to be called once the card fields have loaded
 */
export function useFirstFocus(
  form: RefObject<HTMLFormElement | null>,
  card: RefObject<CardForm | null>,
): () => void {
  // Only after the form has the focus: fields that load with the form are earlier.
  const isWaiting = useRef(false);
  const focusNumber = () => {
    if (!card.current || !isWaiting.current || window.matchMedia('(pointer: coarse)').matches) return;
    // A user who has moved the focus keeps it, and the first lines of the form stay visible.
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
