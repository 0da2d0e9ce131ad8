/** A paragraph, or the items of a list. */
export type Block = string | readonly string[];

export interface Section {
  /** Its fragment. */
  slug: string;
  title: string;
  /** With `[label](address)` for links and `{name}` for values that differ between servers. */
  body: readonly Block[];
}

/** A legal text as data; its sections are numbered in order. */
export interface LegalText {
  title: string;
  /** A summary in one sentence. */
  summary: string;
  notice: Notice;
  sections: readonly Section[];
  acceptance: Notice;
}

interface Notice {
  title: string;
  text: string;
}
