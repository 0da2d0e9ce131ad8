import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { maxSearchLength } from '#shared/app-list.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';

const pauseMilliseconds = 180;

interface SearchFieldProps {
  /** What is in the address; it may change by itself, as when somebody goes back. */
  value: string;
  onSearch: (text: string) => void;
}

/** Searches in the pauses of typing. */
export function SearchField({ value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What was sent to the address and has not come back from it yet. */
  const sent = useRef<string[]>([]);

  const send = (next: string) => {
    clearTimeout(timer.current);
    if (next === value && sent.current.length === 0) return;
    sent.current.push(next);
    onSearch(next);
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), pauseMilliseconds);
  };
  useEffect(() => {
    const index = sent.current.indexOf(value);
    sent.current.splice(0, index < 0 ? Number.POSITIVE_INFINITY : index + 1);
    // It came from elsewhere: what one types on meanwhile is not overwritten by one's own echo.
    if (index < 0) setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <search className="relative min-w-0 flex-1 basis-48 md:basis-72">
      <Search
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <Input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={maxSearchLength}
        aria-label="Search applications"
        placeholder="Search applications..."
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(text);
          if (event.key === 'Escape' && text !== '') type('');
        }}
        className="pr-10 pl-9"
      />
      {text !== '' && (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Clear the search"
          className="absolute inset-y-0 right-0"
          onClick={() => {
            setText('');
            send('');
            input.current?.focus();
          }}
        >
          <X strokeWidth={1.75} aria-hidden="true" />
        </Button>
      )}
    </search>
  );
}
