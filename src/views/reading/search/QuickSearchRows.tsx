import { aboutOf, displayNameOf } from '../../../events/facts/profile.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { tagValue } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import type { InlineToken } from '../../../events/reading/content/content-token.ts';
import { warningOf } from '../../../events/reading/moderation/content-warning.ts';
import { excerptOf } from '../../../events/reading/search/search-excerpt.ts';
import { hitsIn } from '../../../events/reading/search/search-hits.ts';
import { firstWords } from '../../../events/reading/content/shorten.ts';
import { previewOf } from '../../../events/reading/article/article-preview.ts';
import { getRow } from '../../../events/core/table.ts';
import { clipLine } from '../../../events/core/text.ts';
import { Mentioned } from '../../account/profile/AboutLine.tsx';
import { AccountName } from '../../account/profile/AccountName.tsx';
import { AddressOf } from '../../account/profile/PersonLine.tsx';
import { usePicture } from '../../account/profile/picture.ts';
import { useGlow, VerifiedMark } from '../../account/profile/VerifiedMark.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { useStrings } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import { Inline } from '../../account/text/InlineText.tsx';
import styles from './QuickSearch.module.css';

const WORDS = 24;
const ABOUT = 120;

/** A person in a list of suggestions, with the search words highlighted. */
export function PersonFace({
  pubkey,
  search,
}: {
  readonly pubkey: string;
  readonly search: string;
}) {
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const src = usePicture(profile);
  const name = displayNameOf(profile, pubkey);
  return (
    <>
      <Avatar pubkey={pubkey} name={name} src={src} size="s" glow={useGlow(pubkey)} />
      <span className={styles.person}>
        <span className={styles.name}>
          {name.includes(':') ? (
            <AccountName pubkey={pubkey} profile={profile} className={text.cut} />
          ) : (
            <Hits text={name} search={search} className={text.cut} />
          )}
          {profile && <VerifiedMark profile={profile} />}
        </span>
        {profile && profile.about.trim() !== '' ? (
          <span className={styles.second} dir="auto">
            {firstWords(tokenize(aboutOf(profile), location.origin), WORDS).tokens.map(
              (token, at) => (
                <Piece key={at} token={token} search={search} />
              ),
            )}
          </span>
        ) : (
          <AddressOf pubkey={pubkey} />
        )}
      </span>
    </>
  );
}

/** A note in a list of suggestions: its author and time, and the words around the search word. */
export function NoteFace({
  event,
  search,
}: {
  readonly event: VerifiedEvent;
  readonly search: string;
}) {
  const { reading } = useStrings();
  const profile = useFacts((facts) => getRow(facts.profiles, event.pubkey));
  const src = usePicture(profile);
  const warning = warningOf(event);
  const title = event.kind === KIND.LongForm ? clipLine(tagValue(event, 'title') ?? '', ABOUT) : '';
  const { tokens } = firstWords(
    excerptOf(tokenize(previewOf(event), location.origin), search),
    WORDS,
  );
  return (
    <>
      <Avatar
        pubkey={event.pubkey}
        name={displayNameOf(profile, event.pubkey)}
        src={src}
        size="s"
      />
      <span className={styles.note}>
        <span className={styles.name}>
          <AccountName pubkey={event.pubkey} profile={profile} className={text.cut} />
          <Time at={event.created_at} className={styles.time} />
        </span>
        <span className={text.clamp2} dir="auto">
          {warning !== undefined && `${reading.sensitive} ${warning}`}
          {warning === undefined && title !== '' && <Hits text={title} search={search} />}
          {warning === undefined &&
            title === '' &&
            tokens.map((token, at) => <Piece key={at} token={token} search={search} />)}
        </span>
      </span>
    </>
  );
}

/** A suggestion contains no links. */
function Piece({ token, search }: { readonly token: InlineToken; readonly search: string }) {
  if (token.type === 'text' || token.type === 'hashtag')
    return <Hits text={token.text} search={search} />;
  if (token.type === 'profile') return <Mentioned pubkey={token.pubkey} />;
  return <Inline tokens={[token]} plain />;
}

function Hits({
  text: whole,
  search,
  className,
}: {
  readonly text: string;
  readonly search: string;
  readonly className?: string | undefined;
}) {
  return (
    <bdi className={className}>
      {hitsIn(whole, search).map((piece, at) =>
        piece.isHit ? (
          <mark key={at} className={styles.hit}>
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </bdi>
  );
}
