import { useMemo, useState } from 'react';
import type { Preview, VerifiedEvent } from '../../../events/nostr/event.ts';
import { type Imeta, readImeta } from '../../../events/media/imeta.ts';
import { mediaOf } from '../../../events/media/media-type.ts';
import { naturalSize } from '../../../events/media/size.ts';
import type { MarkdownImage } from '../../../events/reading/markdown/markdown-node.ts';
import { LazyPictureHash } from '../../media/LazyPictureHash.tsx';
import { FailedPicture, WaitingPicture } from '../../media/PictureStandIn.tsx';
import { usePictureSource } from '../../ui/display/use-picture-source.ts';
import { useFacts, usePictures, useSetting } from '../../ui/hooks/app-context.ts';
import styles from './ArticleBody.module.css';

const WIDTH = 680;

interface ArticlePictureProps {
  readonly image: MarkdownImage;
  readonly event: VerifiedEvent | Preview;
}

/** A picture in an article, in its own ratio, also if it does not load (NOTE-05). */
export function ArticlePicture({ image, event }: ArticlePictureProps) {
  const info = useFacts((facts) => mediaOf(facts.media, { text: image.source, url: image.url }));
  const imeta = useMemo(() => readImeta(event.tags).get(image.source), [event, image]);
  const size = naturalSize({ info, imeta }) ?? { width: 16, height: 10 };
  const sources = usePictures()(image.url, WIDTH, info);
  const saves = useSetting('dataSaver');
  const [isWanted, setIsWanted] = useState(false);
  const [round, setRound] = useState(1);
  return (
    <span className={styles.picture} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      {isWanted || !saves ? (
        <ShownPicture
          key={round}
          image={image}
          imeta={imeta}
          sources={sources}
          onAgain={() => setRound(round + 1)}
        />
      ) : (
        <WaitingPicture alt={image.alt} onShow={() => setIsWanted(true)} />
      )}
    </span>
  );
}

interface ShownPictureProps extends Pick<ArticlePictureProps, 'image'> {
  readonly imeta: Imeta | undefined;
  readonly sources: readonly string[];
  readonly onAgain: () => void;
}

function ShownPicture({ image, imeta, sources, onAgain }: ShownPictureProps) {
  const { src, onError } = usePictureSource(sources);
  if (src === undefined) return <FailedPicture url={image.url} onAgain={onAgain} />;
  return (
    <>
      {imeta && <LazyPictureHash fields={imeta.fields} />}
      <img
        src={src}
        alt={image.alt}
        title={image.title || undefined}
        loading="lazy"
        decoding="async"
        onError={onError}
      />
    </>
  );
}
