import { useRef, useState } from 'react';
import { isInputMethodKey } from '../hooks/input-method.ts';
import { lazyPart } from '../overlays/lazy-part.tsx';
import { Field } from '../controls/Field.tsx';
import { useStrings } from '../strings.ts';

/** Suggestions and search navigation, loaded when the field is first used (SEARCH-01). */
const QuickSearch = lazyPart(() =>
  import('../../reading/search/QuickSearch.tsx').then((code) => code.QuickSearch),
);

export function SearchField({ query = '' }: { readonly query?: string }) {
  return <SearchForm key={query} query={query} />;
}

function SearchForm({ query }: { readonly query: string }) {
  const { search } = useStrings().app;
  const [text, setText] = useState(query);
  /**
   * Number of submitted searches, and the element that had the focus before. `undefined` until the
   * field is used.
   */
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
          // A browser would empty the field. The typed text stays, and the focus returns to its
          // previous element.
          event.preventDefault();
          input.current?.blur();
          if (use?.before instanceof HTMLElement && use.before.isConnected)
            use.before.focus({ preventScroll: true });
        }}
        after={<kbd aria-hidden>/</kbd>}
      />
      {use && <QuickSearch sent={use.sent} input={input} typed={text} />}
    </form>
  );
}
