import { type ReactNode, useMemo } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { clientOf, wordsOf } from '../../../events/reading/content/note-details.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import text from '../../ui/styles/text.module.css';
import styles from './NoteDetails.module.css';
import { useQuoteCount } from './use-quote-count.ts';

interface DetailsProps {
  readonly event: VerifiedEvent;
  /** Content before the details, in the same line. */
  readonly children?: ReactNode;
}

/**
 * NOTE-22: length, number of quotes and bookmarks, and client of the opened note. Zeros are left
 * out.
 */
export function NoteDetails({ event, children }: DetailsProps) {
  const said = useThreadStrings();
  const words = useMemo(() => wordsOf(event), [event]);
  const client = clientOf(event);
  const quotes = useQuoteCount(event.id) ?? 0;
  const bookmarks = useFacts((facts) => getRow(facts.stats, event.id)?.bookmarks ?? 0);
  return (
    <ul className={cx(text.small, styles.details)}>
      {children !== undefined && <li>{children}</li>}
      {words > 0 && <li>{said.words(words)}</li>}
      {quotes > 0 && <li>{said.quotes(quotes)}</li>}
      {bookmarks > 0 && <li>{said.bookmarks(bookmarks)}</li>}
      {client !== '' && (
        <li className={styles.client}>
          {said.via} <IsolatedText>{client}</IsolatedText>
        </li>
      )}
    </ul>
  );
}
