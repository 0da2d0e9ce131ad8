import { useState } from 'react';
import { texts } from '../../i18n/en/commands.ts';
import { hasSingleKeys, setSingleKeys } from '../../lib/session/keys.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { KeyCaps } from '../../ui/menus/key-caps.tsx';

export interface Shortcut {
  label: string;
  keys: string;
}

interface ShortcutsPanelProps {
  groups: { title: string; shortcuts: Shortcut[] }[];
  onClose: () => void;
}

/** All shortcuts, and the switch for single keys. */
export function ShortcutsPanel({ groups, onClose }: ShortcutsPanelProps) {
  const [areOn, setOn] = useState(hasSingleKeys);
  return (
    <Dialog
      open
      wide
      title={texts.keyboardShortcuts}
      description={texts.shortcutsAreOffWhileYouType}
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="mt-6 grid items-start gap-x-10 gap-y-6 md:grid-cols-2">
        {groups
          .filter(({ shortcuts }) => shortcuts.length > 0)
          .map(({ title, shortcuts }) => (
            <section key={title}>
              <h3 className="mb-1 text-13 font-semibold">{title}</h3>
              <dl className="divide-y divide-line">
                {shortcuts.map(({ label, keys }) => (
                  <div key={keys} className="flex min-h-9 items-center justify-between gap-4 py-1.5">
                    <dt className="min-w-0">{label}</dt>
                    <dd className="shrink-0">
                      <KeyCaps keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <div className="mt-6 border-t border-line pt-6">
        <Checkbox
          label={texts.useSingleKeys}
          help={texts.turnThemOffIfYouUseSpeechInputOr}
          checked={areOn}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            setOn(target.checked);
          }}
        />
      </div>
    </Dialog>
  );
}
