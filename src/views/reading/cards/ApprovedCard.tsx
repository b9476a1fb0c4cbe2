import { KIND } from '../../../events/nostr/kinds.ts';
import { referencesOf } from '../../../events/facts/references.ts';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import text from '../../ui/styles/text.module.css';
import { cx } from '../../ui/hooks/class-names.ts';
import { Quote } from '../note/NoteText.tsx';
import { referenceToken } from '../note/reference-token.ts';
import type { KindProps } from './KindContent.tsx';

/**
 * A post that a moderator approved for a community (NIP-72). The copy in its content is unsigned,
 * so the post itself is shown.
 */
export function ApprovedCard({ event, depth = 0 }: KindProps) {
  const said = useKindStrings();
  const posts = [
    ...referencesOf(event, 'e'),
    ...referencesOf(event, 'a').filter(({ kind }) => kind !== KIND.Community),
  ].slice(0, 1);
  return (
    <>
      <p className={cx(text.small, text.muted)}>{said.approved}</p>
      {posts.map((post) => (
        <Quote key={post.key} token={referenceToken(post)} depth={depth + 1} />
      ))}
    </>
  );
}
