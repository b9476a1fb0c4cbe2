import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Field } from './primitives/Field.tsx';
import { useStrings } from './strings.ts';

/** Leads to /search with what is typed (SEARCH-01); '/' anywhere on the page brings the focus here. */
export function SearchField({ query = '' }: { readonly query?: string }) {
  return <SearchForm key={query} query={query} />;
}

function SearchForm({ query }: { readonly query: string }) {
  const { search } = useStrings().app;
  const navigate = useNavigate();
  const [text, setText] = useState(query);
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<Element>(null);
  useEffect(() => {
    const slash = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const input = form.current?.querySelector('input');
      if (!input || input.offsetParent === null) return;
      event.preventDefault();
      before.current = document.activeElement;
      input.focus();
    };
    document.addEventListener('keydown', slash);
    return () => document.removeEventListener('keydown', slash);
  }, []);
  /** Esc leaves: what is typed stays, and the focus goes to where '/' was pressed. */
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.currentTarget.blur();
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus({ preventScroll: true });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    void navigate(wanted === '' ? '/search' : `/search/${encodeURIComponent(wanted)}`);
  };
  return (
    <form ref={form} role="search" onSubmit={submit}>
      <Field
        type="search"
        label={search.label}
        labelHidden
        icon="search"
        placeholder={search.placeholder}
        value={text}
        maxLength={1_000}
        autoComplete="off"
        enterKeyHint="search"
        onKeyDown={leave}
        onChange={(event) => setText(event.target.value)}
        after={<kbd aria-hidden>/</kbd>}
      />
    </form>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
