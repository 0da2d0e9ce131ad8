import type { ReactNode } from 'react';

/** A searchable action. */
export interface Command {
  id: string;
  label: string;
  /** The secondary text, such as the creator of an application. */
  detail?: string;
  /** Synonyms for the search. */
  words?: string;
  icon: ReactNode;
  /** Found for an earlier text: still shown, but no key selects it. */
  isOutdated?: boolean;
  /** The global shortcut: 't', or 'g h' for one after the other. */
  keys?: string;
  /** An address inside the site, or a function. */
  action: string | (() => void);
}

export interface CommandGroup {
  title: string;
  commands: Command[];
}
