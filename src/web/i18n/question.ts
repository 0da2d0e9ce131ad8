/** What may differ from one Flux to another, so that another answer is true or the question has none. */
export type Condition =
  /** Money moves by Stripe, or test cards pay, or nothing can be bought. */
  | 'stripe'
  | 'sandbox'
  | 'no-payments'
  /** The first plan begins with days that cost nothing. */
  | 'trial'
  /** Games have an origin of their own, or share Flux's host and have none. */
  | 'own-origin'
  | 'one-host';

export interface Question {
  /** The end of its address; of several with the same, one is ever true. */
  slug: string;
  question: string;
  /** Paragraphs, with `[label](address)` for links and `{name}` for what differs from one Flux to another. */
  answer: readonly string[];
  /** True where any of these is; always where nothing is said. */
  when?: readonly Condition[];
}

export interface Category {
  slug: string;
  title: string;
  questions: readonly Question[];
}
