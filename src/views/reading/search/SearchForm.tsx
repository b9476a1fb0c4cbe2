import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { readWhole, wholeIn } from '../../../events/core/whole-number.ts';
import {
  excludedIn,
  includedIn,
  kindOf,
  SEARCH_COUNTS,
  SEARCH_KINDS,
  SEARCH_MOODS,
  SEARCH_ORDERS,
  SEARCH_PEOPLE,
  SEARCH_SCOPES,
  SEARCH_SHAPES,
  SEARCH_TIMES,
  timeOf,
  withExcluded,
  withFields,
  withIncluded,
  withKind,
  withTime,
} from '../../../events/reading/search/search-form.ts';
import { WORDS_A_MINUTE } from '../../../events/reading/article/article.ts';
import { cleanSearch, printSearch } from '../../../events/reading/search/search-print.ts';
import { parseSearch, type SearchQuery } from '../../../events/reading/search/search-query.ts';
import { holdsSecret } from '../../../events/reading/search/search-term.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { useSearchStrings } from '../../ui/strings/search.ts';
import { SearchCommand } from './SearchCommand.tsx';
import styles from './SearchForm.module.css';
import { SearchPeopleField } from './SearchPeopleField.tsx';
import { searchPath } from './quick-suggestions.ts';
import { useSearchHistory } from './use-quick-search.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';

interface PartProps {
  readonly query: SearchQuery;
  readonly change: (query: SearchQuery) => void;
}

/**
 * SEARCH-03: the advanced search as a form and as a command. The command is the state, and the form
 * reads and writes it field by field.
 */
export function SearchForm({ command: begun }: { readonly command: string }) {
  const words = useSearchStrings();
  const navigate = useNavigate();
  const { remember } = useSearchHistory();
  const [command, setCommand] = useState(begun);
  const [refusal, setRefusal] = useState<'empty' | 'secret'>();
  const query = parseSearch(command);
  const write = (text: string) => {
    setCommand(text);
    setRefusal(undefined);
  };
  const change = (next: SearchQuery) => write(printSearch(next));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // without it, the search would find more than was asked for
    const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) return wrong.focus();
    const term = cleanSearch(query);
    if (holdsSecret(command)) return setRefusal('secret');
    if (term === '') return setRefusal('empty');
    remember(term);
    return navigate(searchPath(term));
  };
  return (
    <form noValidate className={styles.form} aria-label={words.form.title} onSubmit={submit}>
      <h2 className={styles.title}>{words.form.title}</h2>
      <Words query={query} change={change} />
      <Group title={words.form.people}>
        {SEARCH_PEOPLE.map((field) => (
          <SearchPeopleField key={field} field={field} query={query} change={change} />
        ))}
        <Choice
          label={words.form.scope}
          names={words.form.scopes}
          all={SEARCH_SCOPES}
          value={query.scope ?? 'global'}
          onChange={(scope) =>
            change(withFields(query, { scope: scope === 'global' ? undefined : scope }))
          }
        />
      </Group>
      <What query={query} change={change} />
      <Filters query={query} change={change} />
      <SearchCommand command={command} ignored={query.ignored} onChange={write} />
      {refusal !== undefined && (
        <Notice tone="danger" announce>
          {words[refusal]}
        </Notice>
      )}
      <div className={styles.foot}>
        <Button tone="quiet" onClick={() => write('')}>
          {words.form.clear}
        </Button>
        <Button type="submit" tone="primary">
          {words.form.submit}
        </Button>
      </div>
    </form>
  );
}

function Words({ query, change }: PartProps) {
  const { form } = useSearchStrings();
  return (
    <Group>
      <Typed
        label={form.include}
        placeholder={form.anyWords}
        value={includedIn(query)}
        read={(typed) => includedIn(withIncluded(parseSearch(''), typed))}
        onChange={(typed) => change(withIncluded(query, typed))}
      />
      <Typed
        label={form.exclude}
        placeholder={form.none}
        value={excludedIn(query)}
        read={(typed) => excludedIn(withExcluded(parseSearch(''), typed))}
        onChange={(typed) => change(withExcluded(query, typed))}
      />
    </Group>
  );
}

function What({ query, change }: PartProps) {
  const { form } = useSearchStrings();
  const [asksDates, setAsksDates] = useState(false);
  const time = asksDates ? 'custom' : timeOf(query);
  const kind = kindOf(query);
  const order = query.orderBy === 'likes' ? 'interactions' : (query.orderBy ?? 'time');
  return (
    <Group title={form.what}>
      <Choice
        label={form.kind}
        names={form.kinds}
        all={kind === 'other' ? ([...SEARCH_KINDS, 'other'] as const) : SEARCH_KINDS}
        value={kind}
        onChange={(name) => name !== 'other' && change(withKind(query, name))}
      />
      <Choice
        label={form.order}
        names={form.orders}
        all={SEARCH_ORDERS}
        value={order}
        onChange={(name) => change(withFields(query, { orderBy: ORDER_TEXT[name] ?? name }))}
      />
      <Choice
        label={form.time}
        names={form.times}
        all={SEARCH_TIMES}
        value={time}
        onChange={(name) => {
          setAsksDates(name === 'custom');
          change(withTime(query, name));
        }}
      />
      <Choice
        label={form.mood}
        names={form.moods}
        all={SEARCH_MOODS}
        value={query.sentiment ?? 'any'}
        onChange={(mood) =>
          change(withFields(query, { sentiment: mood === 'any' ? undefined : mood }))
        }
      />
      {time === 'custom' &&
        (['since', 'until'] as const).map((end) => (
          <Field
            key={end}
            type="date"
            label={form[end]}
            value={dayOf(query[end])}
            onChange={({ target }) =>
              change(withFields(query, { [end]: target.value === '' ? undefined : target.value }))
            }
          />
        ))}
    </Group>
  );
}

/** Order by time is the default, and interactions are written as likes. */
const ORDER_TEXT: Readonly<Record<string, string | undefined>> = { interactions: 'likes' };

function Filters({ query, change }: PartProps) {
  const { form } = useSearchStrings();
  const kind = kindOf(query);
  const number = (
    name: 'minDuration' | 'maxDuration' | (typeof SEARCH_COUNTS)[number],
    unit: string,
  ) => (
    <Amount
      key={name}
      label={form.counts[name]}
      unit={unit}
      value={query[name]}
      onChange={(value) => change(withFields(query, { [name]: value }))}
    />
  );
  const minutes = (name: 'minWords' | 'maxWords') => (
    <Amount
      key={name}
      label={form.counts[name]}
      unit={form.minutes}
      value={query[name] === undefined ? undefined : Math.round(query[name] / WORDS_A_MINUTE)}
      onChange={(value) =>
        change(
          withFields(query, { [name]: value === undefined ? undefined : value * WORDS_A_MINUTE }),
        )
      }
    />
  );
  return (
    <Group title={form.filters}>
      {SEARCH_COUNTS.map((name) => number(name, form.orMore))}
      {(kind === 'images' || kind === 'videos' || query.orientation !== undefined) && (
        <Choice
          label={form.shape}
          names={form.shapes}
          all={SEARCH_SHAPES}
          value={query.orientation ?? 'any'}
          onChange={(shape) =>
            change(withFields(query, { orientation: shape === 'any' ? undefined : shape }))
          }
        />
      )}
      {(kind === 'videos' || kind === 'sounds') && [
        number('minDuration', form.seconds),
        number('maxDuration', form.seconds),
      ]}
      {kind === 'reads' && [minutes('minWords'), minutes('maxWords')]}
    </Group>
  );
}

function Group({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      {title !== undefined && <legend className={styles.legend}>{title}</legend>}
      {children}
    </fieldset>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly names: Readonly<Record<T, string>>;
  readonly all: readonly T[];
  readonly value: string;
  readonly onChange: (name: T) => void;
}

function Choice<T extends string>({ label, names, all, value, onChange }: ChoiceProps<T>) {
  const known = all.some((name) => name === value);
  return (
    <div className={styles.choice}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <Select
        label={label}
        value={value}
        options={[
          ...all.map((name) => ({ value: name, label: names[name] })),
          ...(known ? [] : [{ value, label: value }]),
        ]}
        onChange={(chosen) => {
          const name = all.find((one) => one === chosen);
          if (name !== undefined) onChange(name);
        }}
      />
    </div>
  );
}

interface TypedProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Normalizes the typed text as the field would show it. */
  readonly read: (typed: string) => string;
  readonly onChange: (typed: string) => void;
}

/**
 * An input that keeps the text as typed, with its blanks, as long as it means the same as the
 * command.
 */
function Typed({ label, placeholder, value, read, onChange }: TypedProps) {
  const [typed, setTyped] = useState(value);
  return (
    <Field
      label={label}
      placeholder={placeholder}
      maxLength={1_000}
      dir="auto"
      value={read(typed) === value ? typed : value}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value);
      }}
    />
  );
}

interface AmountProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

const MOST = 999_999_999;
const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

function Amount({ label, unit, value, onChange }: AmountProps) {
  const { form } = useSearchStrings();
  const id = useId();
  const [last, setLast] = useState({ typed: textOf(value), value });
  const typed = last.value === value ? last.typed : textOf(value);
  const read = readWhole(typed, MOST);
  return (
    <Field
      id={id}
      label={label}
      inputMode="numeric"
      placeholder={form.any}
      after={unit}
      error={'fault' in read && read.fault !== 'empty' ? form.whole : undefined}
      value={typed}
      onChange={({ target }) => {
        const next = wholeIn(target.value, MOST);
        setLast({ typed: target.value, value: next });
        onChange(next);
      }}
    />
  );
}

/** Return the day of a command's time in the format of a date input. */
function dayOf(time: string | undefined): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(time ?? '')?.[0] ?? '';
}
