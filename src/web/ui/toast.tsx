import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { cn } from '../lib/cn.ts';
import { Button } from './button.tsx';

interface Toast {
  id: number;
  text: string;
  failed: boolean;
}

const lifetimeMilliseconds = 5_000;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says that something worked; `failed` is for what has no place of its own on the page. */
export function toast(text: string, options: { failed?: boolean } = {}): void {
  change([...toasts.slice(-2), { id: nextId++, text, failed: options.failed ?? false }]);
}

function dismiss(id: number): void {
  change(toasts.filter((shown) => shown.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The live region is there from the start, so that screen readers hear what is added to it. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-60 flex flex-col items-center gap-2 md:inset-x-auto md:right-6 md:bottom-6 md:items-end"
    >
      {shown.map((each) => (
        <ToastCard key={each.id} toast={each} />
      ))}
    </div>
  );
}

/** Goes by itself, but not while somebody points at it. */
function ToastCard({ toast: { id, text, failed } }: { toast: Toast }) {
  const Icon = failed ? CircleAlert : CircleCheck;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), lifetimeMilliseconds);
    return () => clearTimeout(timer);
  }, [held, id]);
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      className="pointer-events-auto flex w-full max-w-sm animate-rise items-center gap-3 rounded-picture border border-line bg-surface py-1.5 pr-1.5 pl-4 shadow-float md:w-auto"
    >
      <Icon
        size={20}
        strokeWidth={1.75}
        aria-hidden="true"
        className={cn('shrink-0', failed ? 'text-danger' : 'text-success')}
      />
      <span className="flex-1 py-1.5">{text}</span>
      <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={() => dismiss(id)}>
        <X strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </div>
  );
}
