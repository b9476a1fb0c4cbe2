import { use, useMemo, useState } from 'react';
import type { Preview, VerifiedEvent } from '../../../events/nostr/event.ts';
import { type Imeta, readImeta } from '../../../events/media/imeta.ts';
import { mediaOf } from '../../../events/media/media-type.ts';
import { naturalSize } from '../../../events/media/size.ts';
import type { MarkdownImage } from '../../../events/reading/markdown/markdown-node.ts';
import { ARTICLE_PICTURE } from '../../media/article-widths.ts';
import { LazyPictureHash } from '../../media/LazyPictureHash.tsx';
import {
  FailedPicture,
  PictureWords,
  useElsewhere,
  WaitingPicture,
} from '../../media/PictureStandIn.tsx';
import { useFacts, usePictures, useSetting } from '../../ui/hooks/app-context.ts';
import { usePlayerStrings } from '../../ui/strings/players.ts';
import styles from './ArticleBody.module.css';
import { InsideLink } from './inside-link.ts';

interface ImageProps {
  readonly image: MarkdownImage;
}

interface ArticlePictureProps extends ImageProps {
  readonly event: VerifiedEvent | Preview;
}

/** A picture in an article, in its own ratio, also if it does not load (NOTE-05). */
export function ArticlePicture({ image, event }: ArticlePictureProps) {
  const info = useFacts((facts) => mediaOf(facts.media, { text: image.source, url: image.url }));
  const imeta = useMemo(() => readImeta(event.tags).get(image.source), [event, image]);
  const size = naturalSize({ info, imeta }) ?? { width: 16, height: 10 };
  const sources = usePictures()(image.url, ARTICLE_PICTURE, info);
  const saves = useSetting('dataSaver');
  const [isWanted, setIsWanted] = useState(false);
  const [round, setRound] = useState(1);
  const [failures, setFailures] = useState(0);
  const props = {
    image,
    imeta,
    author: event.pubkey,
    round,
    onShow: () => {
      setRound(round + 1);
      setFailures(0);
    },
  };
  const src = sources[failures];
  return (
    <span className={styles.picture} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      {saves && !isWanted ? (
        <Waiting image={image} onShow={() => setIsWanted(true)} />
      ) : src === undefined ? (
        <Elsewhere {...props} />
      ) : (
        <Shown {...props} src={src} onError={() => setFailures(failures + 1)} />
      )}
    </span>
  );
}

/** The picture of a data saver user. Inside a link there is no button: the link needs the press. */
function Waiting({ image, onShow }: ImageProps & { readonly onShow: () => void }) {
  const words = usePlayerStrings();
  return use(InsideLink) ? (
    <PictureWords>{image.alt || words.viewer(1, 1)}</PictureWords>
  ) : (
    <WaitingPicture alt={image.alt} onShow={onShow} />
  );
}

interface ElsewhereProps extends ImageProps {
  readonly imeta: Imeta | undefined;
  readonly author: string;
  readonly round: number;
  readonly onShow: () => void;
}

function Elsewhere(props: ElsewhereProps) {
  const { image, onShow } = props;
  const words = usePlayerStrings();
  const isInLink = use(InsideLink);
  const { src, isMissing, onError } = useElsewhere({ ...props, url: image.url });
  if (src !== undefined) return <Shown {...props} src={src} onError={onError} />;
  if (isInLink) return <PictureWords>{image.alt || words.pictureFailed}</PictureWords>;
  return <FailedPicture url={image.url} isMissing={isMissing} onAgain={onShow} />;
}

interface ShownProps extends ImageProps {
  readonly imeta: Imeta | undefined;
  readonly src: string;
  readonly onError: () => void;
}

function Shown({ image, imeta, src, onError }: ShownProps) {
  const words = usePlayerStrings();
  // a link needs a name, also if its picture has no description
  const alt = image.alt || (use(InsideLink) ? words.viewer(1, 1) : '');
  return (
    <>
      {imeta && <LazyPictureHash fields={imeta.fields} />}
      <img
        src={src}
        alt={alt}
        title={image.title || undefined}
        loading="lazy"
        decoding="async"
        onError={onError}
      />
    </>
  );
}
