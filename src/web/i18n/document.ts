/** A paragraph, or the points of a list. */
export type Block = string | readonly string[];

export interface Section {
  /** The end of its address. */
  slug: string;
  title: string;
  /** With `[label](address)` for links and `{name}` for what differs from one Flux to another. */
  body: readonly Block[];
}

/** A legal text as data; its sections are numbered in their order. */
export interface LegalText {
  title: string;
  /** What it is, in a sentence. */
  summary: string;
  notice: Notice;
  sections: readonly Section[];
  acceptance: Notice;
}

interface Notice {
  title: string;
  text: string;
}
