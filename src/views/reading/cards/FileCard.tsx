import { useMemo } from 'react';
import { safeMediaUrl } from '../../../events/core/url.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { filePost, readFileMetadata } from '../../../events/reading/cards/file-metadata.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import text from '../../ui/styles/text.module.css';
import { FoldedText } from '../note/FoldedText.tsx';
import { Said } from '../note/NoteText.tsx';
import styles from './Cards.module.css';
import type { KindProps } from './KindContent.tsx';

/**
 * A file (NIP-94). Pictures, videos and sounds look as in a note. Other files show name, type and
 * size.
 */
export function FileCard({ event, depth = 0 }: KindProps) {
  const said = useKindStrings();
  const file = useMemo(() => readFileMetadata(event), [event]);
  const url = safeMediaUrl(file.url, location.origin);
  if (url !== undefined && /^(image|video|audio)\//.test(file.mime))
    return (
      <Said event={{ ...filePost(event), kind: KIND.Text, pubkey: event.pubkey }} depth={depth} />
    );
  const facts = [file.mime, ...(file.size === undefined ? [] : [said.size(file.size)])].filter(
    (fact) => fact !== '',
  );
  return (
    <>
      {file.about !== '' && (
        <p dir="auto">
          <FoldedText text={file.about} />
        </p>
      )}
      <div className={cx(styles.card, styles.file)} role="group" aria-label={said.name(event.kind)}>
        <span className={styles.sheet}>
          <Icon name="note" size="l" />
        </span>
        <div className={styles.fileWords}>
          <p className={cx(text.strong, text.cut)} dir="auto">
            {file.name || said.name(event.kind)}
          </p>
          <p className={cx(text.small, text.muted, text.cut)} dir="auto">
            {facts.join(' · ')}
          </p>
        </div>
        {url !== undefined && (
          <a className={styles.open} href={url} target="_blank" rel="noopener noreferrer nofollow">
            {said.openFile}
          </a>
        )}
      </div>
    </>
  );
}
