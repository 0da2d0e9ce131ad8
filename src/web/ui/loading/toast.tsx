import { CircleAlert, CircleCheck, Undo2, X } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { texts } from '../../i18n/en/ui.ts';
import { format } from '../../i18n/format.ts';
import { cn } from '../../lib/cn.ts';
import { Button } from '../forms/button.tsx';

interface Toast {
  id: number;
  text: string;
  failed: boolean;
  undo?: () => void;
}

const lifetimeMilliseconds = 5_000;
/** Long enough to read it, to decide and to reach it by keyboard. */
const undoLifetimeMilliseconds = 10_000;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function add(added: Omit<Toast, 'id'>): void {
  change([...toasts.slice(-2), { id: nextId++, ...added }]);
}

/** Confirms a success; `failed` is for errors without their own place on the page. */
export function toast(text: string, options: { failed?: boolean } = {}): void {
  add({ text, failed: options.failed ?? false });
}

/**
 * Confirms a success and offers Undo, by a button and by a key. `undo` runs at most once, possibly on another
 * page, and reports its own failure.
 */
toast.undo = (text: string, undo: () => void): void => add({ text, failed: false, undo });

function dismiss(id: number): void {
  change(toasts.filter((shown) => shown.id !== id));
}

function runUndo({ id, undo }: Toast): void {
  dismiss(id);
  undo?.();
}

/** Undoes the newest reversible change, and returns whether there was one. */
export function undoNewest(): boolean {
  const newest = toasts.findLast((shown) => shown.undo);
  if (newest) runUndo(newest);
  return newest !== undefined;
}

/** An Undo of one account is not offered to the next. */
export function withdrawUndo(): void {
  change(toasts.filter((shown) => !shown.undo));
}

const regionId = 'notifications';
/** The key that focuses the newest notification (src/web/shell/commands.tsx). */
const regionKey = 'F8';

/** Focuses the newest notification, and returns whether there was one. */
export function focusNewestToast(): boolean {
  const card = document.getElementById(regionId)?.lastElementChild;
  card?.querySelector('button')?.focus();
  return card !== null && card !== undefined;
}

const isNotification = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`#${regionId}`) !== null;

/** For dialogs and menus that close by a click outside: a notification is above them, not outside. */
export function keepOpenForNotifications(event: Event): void {
  const { target } = event;
  // The click itself may remove it.
  if (isNotification(target) || (target instanceof Element && !target.isConnected)) event.preventDefault();
}

/**
 * A dialog traps the focus by listeners on the document: focus events to and from a notification are stopped
 * below it.
 */
function bypassDialogFocusTraps(): () => void {
  const keep = (event: globalThis.FocusEvent) => {
    if (isNotification(event.target) || (event.type === 'focusout' && isNotification(event.relatedTarget)))
      event.stopPropagation();
  };
  document.body.addEventListener('focusin', keep);
  document.body.addEventListener('focusout', keep);
  return () => {
    document.body.removeEventListener('focusin', keep);
    document.body.removeEventListener('focusout', keep);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => toasts;

/**
 * The live region is always mounted, so that screen readers announce additions. Nothing disappears while the
 * pointer is over a notification or the focus is in it: the buttons must not move away.
 */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, current, current);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const cameFrom = useRef<Element | null>(null);
  const enter = ({ currentTarget, relatedTarget }: FocusEvent) => {
    setFocused(true);
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
  };
  useEffect(bypassDialogFocusTraps, []);
  const leave = ({ key }: KeyboardEvent) => {
    const back = cameFrom.current;
    if (key === 'Escape' && back instanceof HTMLElement && back.isConnected) back.focus();
  };
  const before = useRef(shown);
  // Removing an element fires no blur or leave event, so both are reset here.
  useEffect(() => {
    const isAnyGone = before.current.some((each) => !shown.includes(each));
    before.current = shown;
    if (!isAnyGone) return;
    setPointed(false);
    if (!isFocused || document.activeElement?.closest(`#${regionId}`)) return;
    setFocused(false);
    const back = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById('main');
    // Unless the Undo has moved the focus elsewhere.
    if (document.activeElement === document.body && back instanceof HTMLElement)
      back.focus({ preventScroll: true });
  }, [shown, isFocused]);
  return (
    <div
      id={regionId}
      role="status"
      aria-live="polite"
      onPointerOver={() => setPointed(true)}
      onPointerOut={({ currentTarget, relatedTarget }) =>
        setPointed(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onFocus={enter}
      onKeyDown={leave}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      className="pointer-events-none fixed inset-x-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-60 flex flex-col items-center gap-2 md:inset-x-auto md:end-6 md:bottom-6 md:items-end"
    >
      {shown.map((each) => (
        <ToastCard key={each.id} toast={each} isHeld={isPointed || isFocused} />
      ))}
    </div>
  );
}

interface ToastCardProps {
  toast: Toast;
  isHeld: boolean;
}

function ToastCard({ toast: shown, isHeld }: ToastCardProps) {
  const { id, text, failed, undo } = shown;
  const Icon = failed ? CircleAlert : CircleCheck;
  useLifetime(isHeld, undo ? undoLifetimeMilliseconds : lifetimeMilliseconds, () => dismiss(id));
  return (
    <div className="pointer-events-auto flex w-full max-w-sm animate-rise items-center gap-3 rounded-picture border border-line bg-surface py-1.5 ps-4 pe-1.5 shadow-float md:w-auto">
      <Icon
        size={20}
        strokeWidth={1.75}
        aria-hidden="true"
        className={cn('shrink-0', failed ? 'text-danger' : 'text-success')}
      />
      <span className="flex-1 py-1.5 wrap-anywhere">{text}</span>
      <span className="flex shrink-0 items-center">
        {undo && (
          <>
            <span className="sr-only">{format(texts.pressKeyToReachUndo, { key: regionKey })}</span>
            <Button
              variant="ghost"
              className="text-text"
              aria-keyshortcuts={regionKey}
              onClick={() => runUndo(shown)}
            >
              <Undo2 strokeWidth={1.75} aria-hidden="true" />
              {texts.undo}
            </Button>
          </>
        )}
        <Button variant="ghost" size="icon" aria-label={texts.dismiss} onClick={() => dismiss(id)}>
          <X strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </span>
    </div>
  );
}

/** Runs only while the page is visible, and restarts after a pause. */
function useLifetime(isHeld: boolean, milliseconds: number, onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isHeld) return;
    let timer: number | undefined;
    const count = () => {
      window.clearTimeout(timer);
      if (!document.hidden) timer = window.setTimeout(() => end(), milliseconds);
    };
    count();
    document.addEventListener('visibilitychange', count);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', count);
    };
  }, [isHeld, milliseconds]);
}
