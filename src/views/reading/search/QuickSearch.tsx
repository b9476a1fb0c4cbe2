import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  holdsSecret,
  identifierIn,
  searchTerm,
} from '../../../events/reading/search/search-term.ts';
import { isInputMethodKey } from '../../ui/hooks/input-method.ts';
import { useActiveOption } from '../../ui/hooks/use-active-option.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { useSearchStrings } from '../../ui/strings/search.ts';
import text from '../../ui/styles/text.module.css';
import { NoteFace, PersonFace } from './QuickSearchRows.tsx';
import styles from './QuickSearch.module.css';
import { searchPath, type Suggestion, useSuggestions } from './quick-suggestions.ts';
import { useSearchHistory } from './use-quick-search.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';

/** The id of the list, which the field refers to. */
const LIST = 'suggestions';

interface QuickSearchProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  /** Number of submissions of the search so far. */
  readonly sent: number;
}

/**
 * The list under a search field (SEARCH-01): the target of an identifier, people, notes, and past
 * searches. The focus stays in the field, which handles arrows, Enter, Delete and Esc.
 */
export function QuickSearch({ input, typed, sent }: QuickSearchProps) {
  const words = useSearchStrings();
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const { remember, forget, clear } = useSearchHistory();
  const [open, setOpen] = useState(isFieldFocused);
  const [refusal, setRefusal] = useState<'empty' | 'secret'>();
  const groups = useSuggestions(typed);
  const all = groups.flatMap(({ suggestions }) => suggestions);
  const fallback = all[0]?.isStraight ? all[0] : undefined;
  const chosen = useActiveOption(
    all.map(({ key }) => key),
    fallback?.key,
  );
  const active = all.find(({ key }) => key === chosen.active);
  const isShown = open && all.length > 0;

  const pick = (suggestion: Suggestion) => {
    setOpen(false);
    if (suggestion.term !== undefined) remember(suggestion.term);
    navigate(suggestion.to);
  };
  const go = useEffectEvent(() => {
    const term = searchTerm(typed);
    if (problemOf(typed) !== undefined) return;
    const identifier = identifierIn(term);
    if (!identifier) remember(term);
    navigate(identifier?.type === 'path' ? identifier.path : searchPath(term));
  });
  useEffect(() => {
    if (sent > 0) go();
  }, [sent]);
  const [handled, setHandled] = useState(0);
  if (handled !== sent) {
    setHandled(sent);
    setRefusal(problemOf(typed));
    setOpen(false);
  }
  // New input opens the list again and clears the refusal.
  const [seen, setSeen] = useState(typed);
  if (seen !== typed) {
    setSeen(typed);
    setOpen(true);
    chosen.restart();
    setRefusal(undefined);
  }

  const keys = useEffectEvent((event: KeyboardEvent) => {
    if (isInputMethodKey(event) || (!isShown && event.key !== 'ArrowDown')) return;
    if (!isShown) setOpen(true);
    else if (event.key === 'Enter' && active) pick(active);
    else if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'Delete' && active?.recent !== undefined) forget(active.recent);
    else if (!chosen.move(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  const attend = useEffectEvent((isHere: boolean) => setOpen(isHere));
  useLayoutEffect(() => {
    const field = input.current;
    const left = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && box.current?.contains(relatedTarget))) attend(false);
    };
    const enter = () => attend(true);
    const press = (event: KeyboardEvent) => keys(event);
    field?.addEventListener('keydown', press);
    field?.addEventListener('focus', enter);
    field?.addEventListener('blur', left);
    return () => {
      field?.removeEventListener('keydown', press);
      field?.removeEventListener('focus', enter);
      field?.removeEventListener('blur', left);
    };
  }, [input]);
  useCombobox(input, isShown, active && `${LIST}${active.key}`);
  useLayoutEffect(() => {
    if (isShown && input.current && box.current) place(box.current, input.current);
  });

  return (
    <>
      {refusal !== undefined && (
        <p className={styles.refusal} role="alert">
          {words[refusal]}
        </p>
      )}
      <p className={text.hidden} role="status">
        {isShown ? words.quick.found(all.length) : ''}
      </p>
      {isShown && (
        // The press must not take the focus from the field.
        <div
          ref={box}
          popover="manual"
          className={styles.box}
          onPointerDown={(event) => event.preventDefault()}
        >
          <div id={LIST} role="listbox" aria-label={words.quick.suggestions}>
            {groups.map(({ name, suggestions }) => (
              <div key={name} role="group" aria-label={words.quick[name]} className={styles.group}>
                <h3 className={styles.title} aria-hidden>
                  {words.quick[name]}
                </h3>
                {suggestions.map((suggestion) => (
                  <Option
                    key={suggestion.key}
                    id={`${LIST}${suggestion.key}`}
                    suggestion={suggestion}
                    typed={typed}
                    isActive={suggestion === active}
                    onPick={() => pick(suggestion)}
                    onForget={forget}
                  />
                ))}
              </div>
            ))}
          </div>
          <footer className={styles.foot}>
            <span className={styles.keys} aria-hidden>
              <kbd>↑</kbd> <kbd>↓</kbd> {words.quick.choose}
            </span>
            {groups.some(({ name }) => name === 'recent') && (
              <button type="button" className={text.link} onClick={clear}>
                {words.quick.clear}
              </button>
            )}
            <AppLink to="/search" className={styles.more} onClick={() => setOpen(false)}>
              {words.quick.advanced}
            </AppLink>
          </footer>
        </div>
      )}
    </>
  );
}

/** False if the focus left the field while this code was loading. */
function isFieldFocused(): boolean {
  return document.activeElement?.getAttribute('aria-controls') === LIST;
}

/** Return why a text is not searched for (SEARCH-02, TRUST-05). */
function problemOf(typed: string): 'empty' | 'secret' | undefined {
  if (holdsSecret(typed)) return 'secret';
  return searchTerm(typed) === '' ? 'empty' : undefined;
}

interface OptionProps {
  readonly id: string;
  readonly suggestion: Suggestion;
  readonly typed: string;
  readonly isActive: boolean;
  readonly onPick: () => void;
  readonly onForget: (term: string) => void;
}

function Option({ id, suggestion, typed, isActive, onPick, onForget }: OptionProps) {
  const { quick } = useSearchStrings();
  const { recent } = suggestion;
  return (
    <div className={styles.line} role="presentation">
      <button
        type="button"
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isActive}
        className={styles.option}
        onClick={onPick}
      >
        <Face suggestion={suggestion} typed={typed} />
        {isActive && <kbd aria-hidden>{quick.enter}</kbd>}
      </button>
      {recent !== undefined && (
        // Keyboard users press Delete instead.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          title={quick.forget(recent)}
          className={styles.forget}
          onClick={() => onForget(recent)}
        >
          <Icon name="x" size="s" />
        </button>
      )}
    </div>
  );
}

function Face({
  suggestion: { person, note, recent, to, straight },
  typed,
}: {
  readonly suggestion: Suggestion;
  readonly typed: string;
}) {
  const { quick } = useSearchStrings();
  if (person !== undefined) return <PersonFace pubkey={person} search={typed} />;
  if (note) return <NoteFace event={note} search={typed} />;
  const isRecent = recent !== undefined;
  return (
    <>
      <Icon
        name={
          isRecent
            ? 'clock'
            : straight?.type === 'path' && straight.of !== 'profile'
              ? 'link'
              : 'user'
        }
        className={styles.icon}
      />
      <bdi className={text.cut}>
        {isRecent && recent}
        {straight?.type === 'path' && quick[straight.of]}
        {straight?.type === 'hex' && quick.either}
        {straight?.type === 'name' && quick.address(straight.address)}
      </bdi>
      {!isRecent && to !== '' && <Icon name="right" size="s" className={styles.icon} />}
    </>
  );
}

/**
 * Tie the field to its list for screen readers. The field is older than this code, so its
 * attributes are set by hand.
 */
function useCombobox(
  input: RefObject<HTMLInputElement | null>,
  isShown: boolean,
  active: string | undefined,
): void {
  useLayoutEffect(() => {
    const field = input.current;
    if (!field) return undefined;
    const attributes = {
      'aria-expanded': String(isShown),
      'aria-activedescendant': isShown ? active : undefined,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) field.removeAttribute(name);
      else field.setAttribute(name, value);
    }
    if (isShown && active !== undefined)
      document.getElementById(active)?.scrollIntoView?.({ block: 'nearest' });
    return () => field.setAttribute('aria-expanded', 'false');
  }, [input, isShown, active]);
}

const EDGE = 8;
const GAP = 6;
const NARROWEST = 440;

/** Place the list under the field, inside the window, at least wide enough to be read. */
function place(box: HTMLElement, field: HTMLElement): void {
  box.showPopover?.();
  const around = (field.parentElement ?? field).getBoundingClientRect();
  const width = Math.min(Math.max(around.width, NARROWEST), window.innerWidth - 2 * EDGE);
  box.style.setProperty('--width', `${width}px`);
  box.style.setProperty(
    '--left',
    `${Math.max(EDGE, Math.min(around.left, window.innerWidth - width - EDGE))}px`,
  );
  box.style.setProperty('--top', `${around.bottom + GAP}px`);
}
