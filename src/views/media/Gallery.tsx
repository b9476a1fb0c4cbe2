import { useMemo, useState } from 'react';
import type { Preview, VerifiedEvent } from '../../events/nostr/event.ts';
import { type Imeta, readImeta } from '../../events/media/imeta.ts';
import { galleryCell, mediaSize } from '../../events/media/size.ts';
import type { ImageToken } from '../../events/reading/content/content-token.ts';
import { mediaOf } from '../../events/media/media-type.ts';
import { useFacts } from '../ui/hooks/app-context.ts';
import { lazyPart } from '../ui/overlays/lazy-part.tsx';
import { cx } from '../ui/hooks/class-names.ts';
import { useStrings } from '../ui/strings.ts';
import styles from './Gallery.module.css';
import { Picture } from './Picture.tsx';

const Viewer = lazyPart(
  () => import('./GalleryViewer.tsx').then(({ GalleryViewer: Part }) => Part),
  { close: ({ onClose }) => onClose() },
);

/** Maximum number of cells. The last one says how many more the viewer has. */
const MOST = 4;

/**
 * One picture in its own ratio, or several in a grid of two columns. Any of them opens the viewer
 * (NOTE-04, NOTE-07).
 */
export function Gallery({
  images,
  event,
}: {
  readonly images: readonly ImageToken[];
  readonly event: VerifiedEvent | Preview;
}) {
  const { media } = useStrings();
  const [open, setOpen] = useState<number>();
  const imeta = useMemo(() => readImeta(event.tags), [event]);
  const [first] = images;
  const shown = images.slice(0, MOST);
  return (
    <>
      {images.length === 1 && first ? (
        <Single
          image={first}
          imeta={imeta.get(first.text)}
          author={event.pubkey}
          onOpen={() => setOpen(0)}
        />
      ) : (
        <div
          className={cx(styles.grid, shown.length % 2 === 1 && styles.odd)}
          role="group"
          aria-label={media.pictures(images.length)}
        >
          {shown.map((image, at) => (
            <Cell
              key={`${at}:${image.url}`}
              image={image}
              imeta={imeta.get(image.text)}
              author={event.pubkey}
              width={galleryCell(shown.length, at).width}
              more={at + 1 === MOST ? images.length - MOST : 0}
              onOpen={() => setOpen(at)}
            />
          ))}
        </div>
      )}
      {open !== undefined && (
        <Viewer
          images={images}
          imeta={imeta}
          author={event.pubkey}
          start={open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

/**
 * A picture of at least this width (NOTE-04) takes the whole column, which is a few pixels wider.
 */
const FULL = 538;

interface PieceProps {
  readonly image: ImageToken;
  readonly imeta: Imeta | undefined;
  readonly author: string;
  readonly onOpen: () => void;
}

function Single({ image, imeta, author, onOpen }: PieceProps) {
  const info = useFacts((facts) => mediaOf(facts.media, image));
  const box = mediaSize({ info, imeta });
  return (
    <div
      className={styles.single}
      data-cut={box.isCut}
      style={{
        aspectRatio: box.width / box.height,
        maxWidth: box.width < FULL ? box.width : undefined,
      }}
    >
      <Picture
        image={image}
        info={info}
        imeta={imeta}
        author={author}
        width={box.width}
        onOpen={onOpen}
      />
    </div>
  );
}

function Cell({
  image,
  imeta,
  author,
  width,
  more,
  onOpen,
}: PieceProps & { readonly width: number; readonly more: number }) {
  const info = useFacts((facts) => mediaOf(facts.media, image));
  return (
    <div className={styles.cell}>
      <Picture
        image={image}
        info={info}
        imeta={imeta}
        author={author}
        width={width}
        onOpen={onOpen}
      />
      {more > 0 && <span className={styles.more}>+{more}</span>}
    </div>
  );
}
