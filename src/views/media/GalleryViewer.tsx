import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Imeta } from '../../events/media/imeta.ts';
import { mediaOf } from '../../events/media/media-type.ts';
import type { ImageToken } from '../../events/reading/content/content-token.ts';
import { useFacts, usePictures } from '../ui/hooks/app-context.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { useLayer } from '../ui/overlays/layers.ts';
import { usePlayerStrings } from '../ui/strings/players.ts';
import { useStrings } from '../ui/strings.ts';
import styles from './GalleryViewer.module.css';
import { useBlob } from './use-blob.ts';
import { FIT, scaled, useGestures, type View } from './viewer-gestures.ts';

interface ViewerProps {
  readonly images: readonly ImageToken[];
  readonly imeta: ReadonlyMap<string, Imeta>;
  readonly author: string;
  readonly start: number;
  readonly onClose: () => void;
}

/**
 * Pictures over the whole screen: arrows and swipes navigate, plus, minus, wheel, double click and
 * pinch zoom, Esc closes (NOTE-07). It is drawn in the body, so that no style of the place from
 * which it was opened reaches it.
 */
export function GalleryViewer({ images, imeta, author, start, onClose }: ViewerProps) {
  const { app } = useStrings();
  const words = usePlayerStrings();
  const [at, setAt] = useState(start);
  const [view, setView] = useState(FIT);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayer(onClose);
  useLayoutEffect(() => {
    const origin = document.activeElement;
    const box = dialog.current;
    box?.showModal();
    return () => {
      // while it is open, the page behind it takes no focus
      box?.close();
      if (origin instanceof HTMLElement) origin.focus({ preventScroll: true });
    };
  }, []);
  const turn = (by: number) => {
    setAt((now) => Math.min(images.length - 1, Math.max(0, now + by)));
    setView(FIT);
  };
  // in right-to-left languages the next picture comes from the left
  const onward = document.dir === 'rtl' ? -1 : 1;
  const gestures = useGestures(view, setView, (by) => turn(by * onward));
  const image = images[at];
  const keys = (event: KeyboardEvent) => {
    const acts: Record<string, () => void> = {
      ArrowRight: () => turn(onward),
      ArrowLeft: () => turn(-onward),
      '+': () => setView((now) => scaled(now, 1.5)),
      '-': () => setView((now) => scaled(now, 1 / 1.5)),
      '0': () => setView(FIT),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  if (!image) return null;
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={words.viewer(at + 1, images.length)}
      onClose={onClose}
      onKeyDown={keys}
    >
      <div
        className={styles.stage}
        role="presentation"
        {...gestures}
        onClick={(event) => event.target === event.currentTarget && view.scale === 1 && onClose()}
      >
        <Zoomable
          key={image.url}
          image={image}
          imeta={imeta.get(image.text)}
          author={author}
          view={view}
        />
      </div>
      <p className={styles.place} aria-live="polite">
        {images.length > 1 && words.place(at + 1, images.length)}
      </p>
      <IconButton
        icon="x"
        iconSize="l"
        label={app.action.close}
        className={styles.close}
        onClick={onClose}
      />
      {at > 0 && (
        <IconButton
          icon="left"
          iconSize="l"
          label={words.previous}
          className={styles.previous}
          onClick={() => turn(-1)}
        />
      )}
      {at < images.length - 1 && (
        <IconButton
          icon="right"
          iconSize="l"
          label={words.next}
          className={styles.next}
          onClick={() => turn(1)}
        />
      )}
      {imeta.get(image.text)?.alt && (
        <p className={styles.caption} dir="auto">
          {imeta.get(image.text)?.alt}
        </p>
      )}
    </dialog>,
    document.body,
  );
}

interface ZoomableProps {
  readonly image: ImageToken;
  readonly imeta: Imeta | undefined;
  readonly author: string;
  readonly view: View;
}

function Zoomable(props: ZoomableProps) {
  const { image } = props;
  const info = useFacts((facts) => mediaOf(facts.media, image));
  const [failures, setFailures] = useState(0);
  const src = usePictures()(image.url, innerWidth, info)[failures];
  if (src === undefined) return <FoundElsewhere {...props} />;
  return <Zoomed {...props} src={src} onError={() => setFailures(failures + 1)} />;
}

/** A picture that failed at its address and was found elsewhere (NOTE-05). */
function FoundElsewhere(props: ZoomableProps) {
  const words = usePlayerStrings();
  const { src, isMissing, onError } = useBlob(props.image.url, props.imeta, props.author);
  if (src === undefined) return <p className={styles.failed}>{isMissing && words.pictureFailed}</p>;
  return <Zoomed {...props} src={src} onError={onError} />;
}

function Zoomed({
  imeta,
  view,
  src,
  onError,
}: ZoomableProps & { readonly src: string; readonly onError: () => void }) {
  return (
    <img
      className={styles.image}
      src={src}
      alt={imeta?.alt ?? ''}
      draggable={false}
      onError={onError}
      style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
    />
  );
}
