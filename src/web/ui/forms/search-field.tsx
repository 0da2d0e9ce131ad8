import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { maxSearchLength } from '#shared/contract/search-length.ts';
import { texts } from '../../i18n/en/ui.ts';
import { hasSingleKeys } from '../../lib/session/keys.ts';
import { KeyCaps } from '../menus/key-caps.tsx';
import { Button } from './button.tsx';
import { Input } from './input.tsx';

const pauseMilliseconds = 180;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** The search term; in an address it may change by itself, for example by Back. */
  value: string;
  onSearch: (text: string) => void;
}

/** Searches after typing pauses. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The sent term that has not come back as the value yet. */
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
    // An external change: the own echo does not overwrite further typing.
    if (index < 0) setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <search className="relative min-w-0 flex-1 basis-48 md:basis-72">
      <Search
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 start-3 -translate-y-1/2 text-muted"
      />
      <Input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={maxSearchLength}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(text);
          if (event.key === 'Escape' && text !== '') type('');
        }}
        className={text === '' ? 'ps-9 pe-3 lg:pe-10' : 'ps-9 pe-10'}
      />
      {text === '' && hasSingleKeys() && (
        // A page's own search has the shortcut; one in a dialog does not.
        <span
          aria-hidden="true"
          className="pointer-events-none absolute end-2 top-1/2 hidden -translate-y-1/2 lg:in-[main]:pointer-fine:block"
        >
          <KeyCaps keys="/" />
        </span>
      )}
      {text !== '' && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={texts.clearTheSearch}
          className="absolute inset-y-0 end-0"
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
