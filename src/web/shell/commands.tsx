import { createContext, type ReactNode, use, useEffectEvent, useLayoutEffect, useState } from 'react';
import { texts } from '../i18n/en/shell/commands.ts';
import { enclosingDialog, isDialogOpen } from '../lib/page/enclosing-dialog.ts';
import {
  acceptsShortcuts,
  createEarlyKeys,
  hasSingleKeys,
  isTyped,
  opensPalette,
  pressKey,
  singleKey,
} from '../lib/session/keys.ts';
import { LoadErrorDialog } from '../ui/dialogs/load-error-dialog.tsx';
import { lazyPart } from '../ui/loading/lazy.tsx';
import { focusNewestToast } from '../ui/loading/toast.tsx';

const fetchCentre = () => import('./command-centre.tsx');

const CommandCentre = lazyPart(fetchCentre, {
  // Somebody who pressed a key by the way is told nothing.
  loadError: (loadError, { opened, onOpen }) =>
    opened && <LoadErrorDialog {...loadError} title={texts.searchAndCommands} onClose={() => onOpen(null)} />,
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
  const [early] = useState(createEarlyKeys);
  const open = (what: Opened) => {
    // Keys that still wait would be pressed below it, or by somebody who gave them up.
    early.waiting = [];
    early.typed = what === 'palette' ? (early.typed ?? []) : null;
    setOpened(what);
  };
  const [commands] = useState<Commands>(() => ({
    open,
    prepare: () => void fetchCentre().catch(() => {}),
  }));
  const hear = useEffectEvent((event: KeyboardEvent) => {
    // Of a key that waits nobody knows yet what it does: whoever is in a field or a dialog meanwhile has turned to that.
    const isUnknown = early.waiting[0];
    if (opensPalette(event)) {
      const isOpen = opened === 'palette' || (early.typed && !isUnknown);
      if (!isOpen && isDialogOpen()) return;
      if (!event.repeat) open(isOpen ? null : 'palette');
      // Some browsers lead to their own search by it.
      event.preventDefault();
      return;
    }
    // Its script may be on the way: what is typed meanwhile is meant for its field, wherever the focus still is.
    const isMeant = () => (isUnknown ? acceptsShortcuts(event.target) : !enclosingDialog(event.target));
    if (early.typed && isTyped(event) && isMeant()) {
      if (event.key === 'Escape') open(null);
      else early.typed.push(event.key);
      event.preventDefault();
      return;
    }
    const key = singleKey(event);
    // The way to what a notification offers leads also out of a field and out of a dialog.
    if (key === 'F8') {
      if (focusNewestToast()) event.preventDefault();
      return;
    }
    if (key === null || !acceptsShortcuts(event.target) || !hasSingleKeys()) return;
    // Firefox searches in the page by it.
    if (key === '/') event.preventDefault();
    setAwake(true);
    pressKey(early, key);
    if (early.take) return;
    // Where the script does not come nothing is typed for it any more, and the next key asks for it again.
    fetchCentre().catch(() => {
      Object.assign(early, createEarlyKeys());
      setAwake(false);
    });
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
      {(isAwake || opened !== null) && <CommandCentre opened={opened} onOpen={open} early={early} />}
    </CommandsContext>
  );
}
