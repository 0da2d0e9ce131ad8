import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../features/accounts/session.ts';
import type { Command } from '../features/commands/command.ts';
import { takeKeys, takeText } from '../features/commands/early-keys.ts';
import { Palette } from '../features/commands/palette.tsx';
import { createSequence } from '../features/commands/sequence.ts';
import { ShortcutsPanel } from '../features/commands/shortcuts-panel.tsx';
import { focusSearch, stepThroughList } from '../features/commands/step-through-list.ts';
import { useSearchResults } from '../features/commands/use-search-results.tsx';
import { texts } from '../i18n/en/shell/commands.ts';
import { isSamePage, leaveGuarded } from '../lib/page/navigation-guard.ts';
import { acceptsShortcuts, type EarlyKeys } from '../lib/session/keys.ts';
import { undoNewest } from '../ui/loading/toast.tsx';
import type { Opened } from './commands.tsx';
import { useOwnCommands } from './own-commands.tsx';

interface CommandCentreProps {
  opened: Opened;
  onOpen: (what: Opened) => void;
  early: EarlyKeys;
}

/** Keys without a destination that no search finds. */
function generalKeys(search: () => void): Record<string, () => unknown> {
  return {
    '/': search,
    j: () => stepThroughList(1),
    k: () => stepThroughList(-1),
    z: undoNewest,
  };
}

const generalShortcuts = [
  { label: texts.searchAndCommands, keys: 'mod+k' },
  { label: texts.searchThisPage, keys: '/' },
  { label: texts.nextInTheList, keys: 'j' },
  { label: texts.previousInTheList, keys: 'k' },
  { label: texts.undoTheLastAction, keys: 'z' },
  { label: texts.goToTheNewestMessage, keys: 'F8' },
  { label: texts.keyboardShortcuts, keys: '?' },
];

/** Letters control a game even before it has the focus: they must not navigate away. */
function isLeftToGame(keys: string): boolean {
  return /^[a-z]\b/.test(keys) && document.querySelector('iframe[data-game]') !== null;
}

/** Collects the commands of the current page, shows and runs them. */
export default function CommandCentre({ opened, onOpen, early }: CommandCentreProps) {
  const navigate = useNavigate();
  const groups = useOwnCommands(() => onOpen('shortcuts'));
  const commands = groups.flatMap((group) => group.commands);
  const [sequence] = useState(createSequence);

  const perform = ({ action }: Command, { apart } = { apart: false }) => {
    if (typeof action !== 'string') action();
    else if (apart) window.open(action, '_blank', 'noopener');
    else if (isSamePage(action)) void navigate(action);
    else leaveGuarded(() => void navigate(action));
  };
  const searchFor = (text: string) => {
    if (focusSearch(text)) return;
    onOpen('palette');
    early.typed?.push(...text);
  };
  const take = useEffectEvent((key: string, text = '') => {
    // The user may have started to type elsewhere while this script loaded.
    if (!acceptsShortcuts(document.activeElement)) return;
    const general = generalKeys(() => searchFor(text));
    const known = [...Object.keys(general), ...commands.flatMap(({ keys }) => keys ?? [])];
    const keys = sequence(key, performance.now(), known);
    if (keys === null) return;
    const command = commands.find((each) => each.keys === keys);
    if (isLeftToGame(keys) && !groups[0]?.commands.some((each) => each === command)) return;
    if (command) perform(command);
    else general[keys]?.();
  });
  useEffect(() => takeKeys(early, (key, text) => take(key, text)), [early]);

  if (opened === 'palette')
    return <OpenPalette groups={groups} early={early} onClose={() => onOpen(null)} onChoose={perform} />;
  if (opened === 'shortcuts') {
    const withKeys = groups.map(({ title, commands: all }) => ({
      title,
      shortcuts: all.flatMap(({ label, keys }) => (keys && keys !== '?' ? [{ label, keys }] : [])),
    }));
    return (
      <ShortcutsPanel
        groups={[{ title: texts.everywhere, shortcuts: generalShortcuts }, ...withKeys]}
        onClose={() => onOpen(null)}
      />
    );
  }
  return null;
}

interface OpenPaletteProps {
  groups: ReturnType<typeof useOwnCommands>;
  early: EarlyKeys;
  onClose: () => void;
  onChoose: (command: Command, options: { apart: boolean }) => void;
}

function OpenPalette({ early, ...props }: OpenPaletteProps) {
  const [typed, setTyped] = useState('');
  const isAdmin = useSession().data?.user?.role === 'admin';
  const { groups: found, isSearching } = useSearchResults(typed, { people: isAdmin });
  return (
    <Palette
      {...props}
      found={found}
      isSearching={isSearching}
      typed={typed}
      onType={setTyped}
      onReady={() => {
        const text = takeText(early);
        if (text) setTyped(text);
      }}
    />
  );
}
