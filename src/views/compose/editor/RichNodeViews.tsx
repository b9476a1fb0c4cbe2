import { useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { tokenize } from '../../../events/reading/content/content.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts, useSetting } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useArticleTextStrings } from '../../ui/strings/article-text.ts';
import { ARTICLE_PICTURE } from '../../media/article-widths.ts';
import { WaitingPicture } from '../../media/PictureStandIn.tsx';
import { useOwnPicture } from '../../media/use-blob.ts';
import { Quote } from '../../reading/note/NoteText.tsx';
import styles from '../article/ArticleText.module.css';
import type { Mount, Mounts } from './node-portals.ts';
import { AccountName } from '../../account/profile/AccountName.tsx';

interface PlacesProps {
  readonly mounts: Mounts;
  readonly onMarkdown: () => void;
}

/**
 * Renders pictures, people, notes, articles and unsupported Markdown in the text, each in its
 * place.
 */
export function RichPlaces({ mounts, onMarkdown }: PlacesProps) {
  const all = useSyncExternalStore(mounts.subscribe, mounts.snapshot);
  return all.map((mount) =>
    createPortal(<PlaceView mount={mount} onMarkdown={onMarkdown} />, mount.dom, String(mount.id)),
  );
}

function PlaceView({
  mount,
  onMarkdown,
}: {
  readonly mount: Mount;
  readonly onMarkdown: () => void;
}) {
  switch (mount.node.type.name) {
    case 'image':
      return <PicturePlace mount={mount} />;
    case 'reference':
      return <ReferencePlace uri={String(mount.node.attrs['uri'])} isAlone={mount.isAlone()} />;
    default:
      return <OpaquePlace source={String(mount.node.attrs['source'])} onMarkdown={onMarkdown} />;
  }
}

/** A picture as readers see it, and a field for its description (ACCESS). */
function PicturePlace({ mount }: { readonly mount: Mount }) {
  const words = useArticleTextStrings();
  const [src, alt] = [String(mount.node.attrs['src']), String(mount.node.attrs['alt'])];
  const saves = useSetting('dataSaver');
  const [isWanted, setWanted] = useState(false);
  return (
    <span className={styles.picture}>
      {isWanted || !saves ? (
        <WrittenPicture src={src} alt={alt} />
      ) : (
        <WaitingPicture alt={alt} onShow={() => setWanted(true)} />
      )}
      <input
        className={styles.alt}
        dir="auto"
        aria-label={words.alt}
        placeholder={words.altHint}
        maxLength={1_000}
        value={alt}
        onChange={({ currentTarget }) => mount.update({ alt: currentTarget.value })}
      />
    </span>
  );
}

function WrittenPicture({ src, alt }: { readonly src: string; readonly alt: string }) {
  const words = useArticleTextStrings();
  const picture = useOwnPicture(src, ARTICLE_PICTURE);
  if (picture.isMissing)
    return (
      <span className={styles.notShown}>
        {words.notShown} <bdi dir="ltr">{src}</bdi>
      </span>
    );
  return (
    <img src={picture.src} alt={alt} draggable={false} decoding="async" onError={picture.onError} />
  );
}

/**
 * A person's name, or a note or article as readers see it if it is alone in its paragraph. It has
 * no links, because this is an editor.
 */
function ReferencePlace({ uri, isAlone }: { readonly uri: string; readonly isAlone: boolean }) {
  const { reading } = useStrings();
  const [token] = tokenize({ content: uri, tags: [] });
  const profile = useFacts((facts) =>
    token?.type === 'profile' ? getRow(facts.profiles, token.pubkey) : undefined,
  );
  if (token?.type === 'profile') {
    return (
      <span className={styles.person}>
        @<AccountName pubkey={token.pubkey} profile={profile} />
      </span>
    );
  }
  if (token?.type !== 'event' && token?.type !== 'address') return <bdi dir="ltr">{uri}</bdi>;
  if (!isAlone)
    return (
      <span className={styles.person}>
        {token.type === 'event' ? reading.aNote : reading.anArticle}
      </span>
    );
  return (
    <div inert className={styles.embed}>
      <Quote token={token} depth={1} />
    </div>
  );
}

function OpaquePlace({
  source,
  onMarkdown,
}: {
  readonly source: string;
  readonly onMarkdown: () => void;
}) {
  const words = useArticleTextStrings();
  return (
    <div className={styles.opaque}>
      <p className={styles.opaqueHead}>
        {words.opaque}
        <Button compact tone="quiet" onClick={onMarkdown}>
          {words.editOpaque}
        </Button>
      </p>
      <pre dir="auto">{source}</pre>
    </div>
  );
}
