import { Keyboard } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { texts } from '../../i18n/en/play.ts';
import { Button } from '../../ui/forms/button.tsx';
import { transferFocus } from './transfer-focus.ts';

/**
 * Lets keyboard users focus a creator's own page: browsers skip a frame that has no focusable element. Visible only on
 * keyboard focus, and says how to leave the game before the focus moves.
 */
export function FocusEscapeHint({ frame }: { frame: RefObject<HTMLIFrameElement | null> }) {
  const id = useId();
  return (
    <div className="sr-only z-10 focus-within:not-sr-only focus-within:absolute focus-within:inset-x-0 focus-within:top-0">
      <div className="m-3 grid w-fit max-w-88 gap-2 rounded-picture border border-line bg-surface p-3 shadow-float">
        <Button
          variant="primary"
          aria-describedby={id}
          onClick={({ currentTarget }) => frame.current && transferFocus(frame.current, currentTarget)}
        >
          <Keyboard strokeWidth={1.75} aria-hidden="true" />
          {texts.controlTheGameWithTheKeyboard}
        </Button>
        <p id={id} className="text-13 text-muted">
          {texts.toTakeTheKeyboardBack}
        </p>
      </div>
    </div>
  );
}
