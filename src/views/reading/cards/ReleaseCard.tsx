import { useMemo } from 'react';
import { query } from '../../../events/connection/verbs.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { noteOf } from '../../../events/facts/selectors.ts';
import { referencesOf } from '../../../events/facts/references.ts';
import { openingWords } from '../../../events/reading/content/plain-words.ts';
import { readRelease } from '../../../events/reading/cards/release.ts';
import { useFactsShallow } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import text from '../../ui/styles/text.module.css';
import { CardAbout, CardTitle } from './CardParts.tsx';
import styles from './Cards.module.css';
import { FileCard } from './FileCard.tsx';
import type { KindProps } from './KindContent.tsx';
import { MarkdownText } from './MarkdownText.tsx';

const MOST_FILES = 12;

/** A release of an app (NIP-51): name, version, notes, and its files. */
export function ReleaseCard({ event, lead = false }: KindProps) {
  const said = useKindStrings();
  const { app, version, notes, channel } = useMemo(() => readRelease(event), [event]);
  return (
    <section className={styles.card} aria-label={said.name(event.kind)}>
      <div className={styles.inside}>
        <p className={cx(text.small, text.muted)}>
          {[said.name(event.kind), channel].filter((part) => part !== '').join(' · ')}
        </p>
        <CardTitle event={event} lead={lead} title={`${app} ${version}`.trim()} />
        {lead ? (
          <MarkdownText event={event} content={notes} />
        ) : (
          <CardAbout about={openingWords(notes)} />
        )}
        {lead && <Files event={event} />}
      </div>
    </section>
  );
}

/** The files that a release names (NIP-94), as far as they are found. */
function Files({ event }: Pick<KindProps, 'event'>) {
  const ids = useMemo(
    () =>
      referencesOf(event, 'e')
        .map(({ key }) => key)
        .slice(0, MOST_FILES),
    [event],
  );
  useLookup(`files ${event.id}`, (viewer) =>
    query('events', { event_ids: ids, user_pubkey: viewer, extended_response: false }),
  );
  const files = useFactsShallow((facts) =>
    ids.flatMap((id) => {
      const file = noteOf(facts, id);
      return file?.kind === KIND.FileMetadata ? [file] : [];
    }),
  );
  return files.map((file) => <FileCard key={file.id} event={file} />);
}
