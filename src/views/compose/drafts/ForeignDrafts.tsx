import { ClosedDrafts } from './LockedDrafts.tsx';
import type { OwnDraft } from './use-foreign-drafts.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import { Row, Rows } from './DraftRow.tsx';

interface ForeignDraftsProps {
  readonly notes: readonly OwnDraft[];
  readonly onRead: (ids: readonly string[]) => void;
  /** `undefined` while there is no room for a copy. */
  readonly onOpen: ((place: string, text: string) => void) | undefined;
  /** `undefined` if there are no more. */
  readonly onMore: (() => void) | undefined;
  /** Set if the signer must be asked before they are listed. */
  readonly onList: (() => void) | undefined;
}

/**
 * Notes that were started in other apps or on other devices (NIP-37). Opening one copies it and
 * leaves the original. Drafts of articles are listed with the articles.
 */
export function ForeignDrafts({ notes, onRead, onOpen, onMore, onList }: ForeignDraftsProps) {
  const { drafts: words } = useComposeStrings();
  const sealed = notes.filter(({ state }) => state === 'sealed').map(({ event }) => event.id);
  return (
    <>
      {sealed.length > 0 && (
        <Notice
          action={
            <Button compact onClick={() => onRead(sealed)}>
              {words.read}
            </Button>
          }
        >
          {words.sealed(sealed.length)}
        </Notice>
      )}
      <Rows title={words.elsewhere}>
        {notes.flatMap(({ event, text }) =>
          text ? (
            <Row
              key={event.id}
              kind={words.kinds.note}
              said={<Time at={event.created_at} />}
              words={text.text}
              acts={
                <Button
                  compact
                  disabled={!onOpen}
                  onClick={() => onOpen?.(event.id.slice(0, 16), text.text)}
                >
                  {words.open}
                </Button>
              }
            />
          ) : (
            []
          ),
        )}
      </Rows>
      {onList && <ClosedDrafts words={words} onList={onList} />}
      {onMore && (
        <Button compact tone="quiet" onClick={onMore}>
          {words.more}
        </Button>
      )}
    </>
  );
}
