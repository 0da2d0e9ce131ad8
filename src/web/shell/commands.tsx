import { createContext, type ReactNode, use, useEffectEvent, useLayoutEffect, useState } from 'react';
import { dialogAround, isDialogOpen } from '../lib/dialog-around.ts';
import {
  areKeysFree,
  createKeyLine,
  createTypingAhead,
  hasSingleKeys,
  keyAlone,
  opensPalette,
  signOf,
} from '../lib/keys.ts';
import { texts } from '../texts/en/shell/commands.ts';
import { later } from '../ui/later.tsx';
import { MissingDialog } from '../ui/missing-dialog.tsx';
import { focusNewestToast } from '../ui/toast.tsx';

const fetchCentre = () => import('./command-centre.tsx');

const CommandCentre = later(fetchCentre, {
  // Somebody who pressed a key by the way is told nothing.
  missing: (missing, { opened, onOpen }) =>
    opened && <MissingDialog {...missing} title={texts.searchAndCommands} onClose={() => onOpen(null)} />,
});

export type Opened = 'palette' | 'shortcuts' | null;

interface Commands {
  open: (what: Opened) => void;
  /** Fetches the script, for somebody who seems about to open it. */
  prepare: () => void;
}

const CommandsContext = createContext<Commands>({ open: () => {}, prepare: () => {} });

/** Opens the palette and the list of shortcuts from anywhere below `CommandsProvider`. */
export function useCommands(): Commands {
  return use(CommandsContext);
}

/** Listens for keys. What they do comes by a script of its own, with the first key that may mean something. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>(null);
  const [isAwake, setAwake] = useState(false);
  const [line] = useState(createKeyLine);
  const [ahead] = useState(createTypingAhead);
  const open = (what: Opened) => {
    if (what === 'palette') ahead.begin();
    else ahead.end();
    setOpened(what);
  };
  const [commands] = useState<Commands>(() => ({
    open,
    prepare: () => void fetchCentre().catch(() => {}),
  }));
  const typeAhead = (event: KeyboardEvent): boolean => {
    const sign = signOf(event);
    if (sign !== null) ahead.add(sign);
    else if (event.key === 'Backspace') ahead.removeLast();
    else if (event.key === 'Escape') open(null);
    // Nobody has seen yet what Enter would take, and where the focus is it would press something else.
    else return event.key === 'Enter';
    return true;
  };
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (opensPalette(event)) {
      const isOpen = opened === 'palette' || ahead.isAwaited();
      if (!isOpen && isDialogOpen()) return;
      if (!event.repeat) open(isOpen ? null : 'palette');
      // Some browsers lead to their own search by it.
      event.preventDefault();
      return;
    }
    // Its script may be on the way: what is typed meanwhile is meant for its field, wherever the focus still is.
    if (ahead.isAwaited() && !(event.target instanceof Element && dialogAround(event.target))) {
      if (typeAhead(event)) event.preventDefault();
      return;
    }
    const key = keyAlone(event);
    // The way to what a notification offers leads also out of a field and out of a dialog.
    if (key === 'F8') {
      if (focusNewestToast()) event.preventDefault();
      return;
    }
    if (key === null || !areKeysFree(event.target) || !hasSingleKeys()) return;
    // Firefox searches in the page by it.
    if (key === '/') event.preventDefault();
    setAwake(true);
    line.press(key);
  });
  // Before the page is told that it answers: keys that were pressed earlier are pressed again then.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (
    <CommandsContext value={commands}>
      {children}
      {(isAwake || opened !== null) && (
        <CommandCentre opened={opened} onOpen={open} line={line} ahead={ahead} />
      )}
    </CommandsContext>
  );
}
