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
/** Long enough to read it, to think and to get there by keyboard. */
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

/** Says that something worked; `failed` is for what has no place of its own on the page. */
export function toast(text: string, options: { failed?: boolean } = {}): void {
  add({ text, failed: options.failed ?? false });
}

/**
 * Says that something worked and offers to take it back, by a button and by a key. `undo` runs once at most, maybe on
 * another page than the one it came from, and says itself when it fails.
 */
toast.undo = (text: string, undo: () => void): void => add({ text, failed: false, undo });

function dismiss(id: number): void {
  change(toasts.filter((shown) => shown.id !== id));
}

function runUndo({ id, undo }: Toast): void {
  dismiss(id);
  undo?.();
}

/** Takes back the newest of what can be, and says whether there was any. */
export function undoNewest(): boolean {
  const newest = toasts.findLast((shown) => shown.undo);
  if (newest) runUndo(newest);
  return newest !== undefined;
}

/** What was offered to one person is no offer to the next. */
export function withdrawUndo(): void {
  change(toasts.filter((shown) => !shown.undo));
}

const regionId = 'notifications';
/** What leads the keyboard to the newest, from anywhere (src/web/shell/commands.tsx). */
const regionKey = 'F8';

/** Leads the keyboard to the newest, and says whether there was any. */
export function focusNewestToast(): boolean {
  const card = document.getElementById(regionId)?.lastElementChild;
  card?.querySelector('button')?.focus();
  return card !== null && card !== undefined;
}

const isNotification = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`#${regionId}`) !== null;

/** For what lies over the page and shuts by a click or Escape elsewhere: a notification is not beside it, but above. */
export function keepOpenForNotifications(event: Event): void {
  const { target } = event;
  // It may be gone by the click itself.
  if (isNotification(target) || (target instanceof Element && !target.isConnected)) event.preventDefault();
}

/**
 * A dialog keeps the focus by what it hears at the document: what goes to a notification, or comes from one, is not told
 * so far up.
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
 * The live region is there from the start, so that screen readers hear what is added to it. Nothing goes by itself while
 * somebody points at any of it or has the keyboard there: the buttons must not move away below a hand.
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
  // No event tells of the focus and the hand that were at what is gone, by a button, a key or for want of room.
  useEffect(() => {
    const isAnyGone = before.current.some((each) => !shown.includes(each));
    before.current = shown;
    if (!isAnyGone) return;
    setPointed(false);
    if (!isFocused || document.activeElement?.closest(`#${regionId}`)) return;
    setFocused(false);
    const back = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById('main');
    // Unless what was taken back has led elsewhere.
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

/** Counts only while the page is seen, and anew after it was held. */
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
