import type { ReactNode } from 'react';

/** Something that can be found and done by its name. */
export interface Command {
  id: string;
  label: string;
  /** What it says beside its name, as who made an application. */
  detail?: string;
  /** Other words for it, which find it too. */
  words?: string;
  icon: ReactNode;
  /** Found for an earlier text: it is still shown, and no key takes it for what is typed now. */
  isOutdated?: boolean;
  /** What does it from anywhere: 't', or 'g h' for one after the other. */
  keys?: string;
  /** An address inside the site, or what happens. */
  action: string | (() => void);
}

export interface CommandGroup {
  title: string;
  commands: Command[];
}
