import { useRef, useState } from 'react';
import { isInputMethodKey } from '../hooks/input-method.ts';
import { lazyPart } from '../overlays/lazy-part.tsx';
import { Field } from '../controls/Field.tsx';
import { useStrings } from '../strings.ts';

/** Suggests, and leads to where the text leads: fetched when the field is first used (SEARCH-01). */
const QuickSearch = lazyPart(() => import('../../reading/search/QuickSearch.tsx').then((code) => code.QuickSearch));

/** A field to search with. */
export function SearchField({ query = '' }: { readonly query?: string }) {
  return <SearchForm key={query} query={query} />;
}

function SearchForm({ query }: { readonly query: string }) {
  const { search } = useStrings().app;
  const [text, setText] = useState(query);
  /** How often the search was sent off, and where the focus was before it came here; undefined until the field is used. */
  const [use, setUse] = useState<{ readonly sent: number; readonly before: EventTarget | null }>();
  const input = useRef<HTMLInputElement>(null);
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        setUse({ before: null, ...use, sent: (use?.sent ?? 0) + 1 });
      }}
    >
      <Field
        ref={input}
        type="search"
        role="combobox"
        aria-expanded={false}
        aria-controls="suggestions"
        label={search.label}
        labelHidden
        icon="search"
        placeholder={search.placeholder}
        value={text}
        autoComplete="off"
        enterKeyHint="search"
        onFocus={(event) => setUse({ sent: 0, ...use, before: event.relatedTarget })}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isInputMethodKey(event.nativeEvent)) return;
          // a browser would empty the field; what is typed stays, and the focus goes back to where it was
          event.preventDefault();
          input.current?.blur();
          if (use?.before instanceof HTMLElement && use.before.isConnected) use.before.focus({ preventScroll: true });
        }}
        after={<kbd aria-hidden>/</kbd>}
      />
      {use && <QuickSearch sent={use.sent} input={input} typed={text} />}
    </form>
  );
}
