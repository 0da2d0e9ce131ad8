/** Facts that differ between servers and select answers or remove questions. */
export type Condition =
  /** Stripe, test cards, or no payments. */
  | 'stripe'
  | 'sandbox'
  | 'no-payments'
  /** The first plan begins with a free trial. */
  | 'trial'
  /** Games have content origins, or opaque ones on Flux's host. */
  | 'own-origin'
  | 'one-host';

export interface Question {
  /** Its fragment; of several questions with the same, only one applies. */
  slug: string;
  question: string;
  /** Paragraphs, with `[label](address)` for links and `{name}` for values that differ between servers. */
  answer: readonly string[];
  /** Applies if any of these is true; always if omitted. */
  when?: readonly Condition[];
}

export interface Category {
  slug: string;
  title: string;
  questions: readonly Question[];
}
