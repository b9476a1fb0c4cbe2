import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { HelpStart } from '../../people/getting-started/HelpStart.tsx';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Column } from '../../ui/layout/Column.tsx';
import styles from './HelpScreen.module.css';
import { HELP_LINKS, HELP_SECTIONS, type HelpTopicId } from '../../ui/strings/help-topics.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { ShortcutTable } from '../shortcuts/ShortcutList.tsx';
import { Side, SideSection } from '../../ui/layout/Side.tsx';
import { type HelpStrings, useHelpStrings } from '../../ui/strings/help.ts';
import text from '../../ui/styles/text.module.css';

const KEYS = 'keyboard';

/**
 * ROUTE-07: questions with their answers, each with its own address, and the keyboard shortcuts.
 * Works without an account.
 */
export function HelpScreen() {
  const words = useHelpStrings();
  const [sought, setSought] = useState('');
  const sections = sectionsWith(words, sought);
  const count = sections.reduce((sum, { topics }) => sum + topics.length, 0);
  const isSearching = sought.trim() !== '';
  useLinkedTopic();
  return (
    <>
      <Column title={words.title}>
        <div className={styles.page}>
          <Field
            type="search"
            icon="search"
            label={words.search}
            labelHidden
            placeholder={words.search}
            autoComplete="off"
            value={sought}
            onChange={(event) => setSought(event.target.value)}
          />
          <p role="status" className={cx(styles.found, text.small, text.muted)}>
            {isSearching && words.found(count)}
          </p>
          {!isSearching && (
            <>
              <Contents />
              <HelpStart />
            </>
          )}
          {isSearching && count === 0 && (
            <EmptyState
              title={words.nothing}
              action={<Button onClick={() => setSought('')}>{words.clear}</Button>}
            >
              {words.nothingText}
            </EmptyState>
          )}
          {sections.map(({ id, topics }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} tabIndex={-1} className={styles.title}>
                {words.sections[id]}
              </h2>
              {topics.map((topic) => (
                <Topic key={topic} id={topic} />
              ))}
            </section>
          ))}
          {!isSearching && (
            <section aria-labelledby={KEYS}>
              <h2 id={KEYS} tabIndex={-1} className={styles.title}>
                {words.keys}
              </h2>
              <ShortcutTable />
            </section>
          )}
        </div>
      </Column>
      <Side>
        <SideSection title={words.contents}>
          <ul className={styles.all}>
            {HELP_SECTIONS.flatMap(({ topics }) =>
              topics.map((id) => (
                <li key={id}>
                  <AppLink to={`/help#${id}`} onClick={() => setSought('')}>
                    {words.topics[id].question}
                  </AppLink>
                </li>
              )),
            )}
          </ul>
        </SideSection>
      </Side>
    </>
  );
}

function Contents() {
  const words = useHelpStrings();
  return (
    <nav aria-label={words.contents}>
      <ul className={styles.contents}>
        {[
          ...HELP_SECTIONS.map(({ id }) => ({ id, title: words.sections[id] })),
          { id: KEYS, title: words.keys },
        ].map(({ id, title }) => (
          <li key={id}>
            <AppLink to={`/help#${id}`} className={styles.part}>
              {title}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Topic({ id }: { readonly id: HelpTopicId }) {
  const words = useHelpStrings();
  const { hash } = useLocation();
  const { question, answer } = words.topics[id];
  return (
    <section aria-labelledby={id} className={cx(styles.topic, hash === `#${id}` && styles.linked)}>
      <div className={styles.head}>
        <h3 id={id} tabIndex={-1} className={styles.question}>
          {question}
        </h3>
        <AppLink to={`/help#${id}`} className={styles.link} aria-label={words.linkTo(question)}>
          <Icon name="link" size="s" />
        </AppLink>
      </div>
      {answer.map((paragraph) => (
        <p key={paragraph} className={styles.paragraph}>
          {paragraph}
        </p>
      ))}
      {HELP_LINKS[id] && (
        <p className={styles.ways}>
          {HELP_LINKS[id].map(({ to, label }) => (
            <AppLink key={to} to={to} className={text.link}>
              {words.links[label]}
            </AppLink>
          ))}
        </p>
      )}
    </section>
  );
}

/** Scrolls to the part that the address names, as a browser does for a static document. */
function useLinkedTopic(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.focus({ preventScroll: true });
  }, [hash]);
  useEffect(() => {
    const { hash: first } = window.location;
    if (first !== '' && window.scrollY === 0)
      document.getElementById(first.slice(1))?.scrollIntoView();
  }, []);
}

/** The sections with those questions that contain all search words, in question or answer. */
function sectionsWith({ topics: said }: HelpStrings, sought: string) {
  const words = plain(sought).split(/\s+/);
  const has = (id: HelpTopicId) => {
    const all = plain([said[id].question, ...said[id].answer].join(' '));
    return words.every((word) => all.includes(word));
  };
  return HELP_SECTIONS.map(({ id, topics }) => ({ id, topics: topics.filter(has) })).filter(
    ({ topics }) => topics.length > 0,
  );
}

/** Without case, accents and typographic apostrophes. */
function plain(words: string): string {
  return words
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase()
    .trim();
}
