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
  // A user who pressed a key accidentally gets no error.
  loadError: (loadError, { opened, onOpen }) =>
    opened && <LoadErrorDialog {...loadError} title={texts.searchAndCommands} onClose={() => onOpen(null)} />,
});

export type Opened = 'palette' | 'shortcuts' | null;

interface Commands {
  open: (what: Opened) => void;
  /** Preloads the script for a user who is likely to open it. */
  prepare: () => void;
}

const CommandsContext = createContext<Commands>({ open: () => {}, prepare: () => {} });

/** Opens the palette and the list of shortcuts from anywhere below `CommandsProvider`. */
export function useCommands(): Commands {
  return use(CommandsContext);
}

/** Listens for keys. Their handler is a separate script, loaded with the first possible shortcut. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>(null);
  const [isAwake, setAwake] = useState(false);
  const [early] = useState(createEarlyKeys);
  const open = (what: Opened) => {
    // Pending keys would be handled below it, or after the user cancelled them.
    early.waiting = [];
    early.typed = what === 'palette' ? (early.typed ?? []) : null;
    setOpened(what);
  };
  const [commands] = useState<Commands>(() => ({
    open,
    prepare: () => void fetchCentre().catch(() => {}),
  }));
  const hear = useEffectEvent((event: KeyboardEvent) => {
    // The effect of a pending key is unknown: a focused field or dialog takes precedence.
    const isUnknown = early.waiting[0];
    if (opensPalette(event)) {
      const isOpen = opened === 'palette' || (early.typed && !isUnknown);
      if (!isOpen && isDialogOpen()) return;
      if (!event.repeat) open(isOpen ? null : 'palette');
      // Some browsers use this key for their own search.
      event.preventDefault();
      return;
    }
    // The script may be loading: typed text is meant for its field, wherever the focus is.
    const isMeant = () => (isUnknown ? acceptsShortcuts(event.target) : !enclosingDialog(event.target));
    if (early.typed && isTyped(event) && isMeant()) {
      if (event.key === 'Escape') open(null);
      else early.typed.push(event.key);
      event.preventDefault();
      return;
    }
    const key = singleKey(event);
    // The key for a notification's action also works in fields and dialogs.
    if (key === 'F8') {
      if (focusNewestToast()) event.preventDefault();
      return;
    }
    if (key === null || !acceptsShortcuts(event.target) || !hasSingleKeys()) return;
    // Firefox uses this key for its own search.
    if (key === '/') event.preventDefault();
    setAwake(true);
    pressKey(early, key);
    if (early.take) return;
    // If the script fails to load, typed text is no longer collected, and the next key loads it again.
    fetchCentre().catch(() => {
      Object.assign(early, createEarlyKeys());
      setAwake(false);
    });
  });
  // Before the hydration mark: earlier keys are repeated then.
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
