import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState, type WheelEvent } from 'react';
import type { Imeta } from '../../events/media/imeta.ts';
import { mediaOf } from '../../events/media/media.ts';
import type { ImageToken } from '../../events/reading/content-token.ts';
import { useFacts } from '../app/app-context.ts';
import { IconButton } from '../app/primitives/IconButton.tsx';
import { useLayer } from '../app/primitives/layers.ts';
import { useStrings } from '../app/strings.ts';
import styles from './GalleryViewer.module.css';
import { useSource } from './Picture.tsx';

interface ViewerProps {
  readonly images: readonly ImageToken[];
  readonly imeta: ReadonlyMap<string, Imeta>;
  readonly author: string;
  readonly start: number;
  readonly onClose: () => void;
}

/** Pictures over the whole screen: arrows and swipes turn, plus, minus, wheel, double click and pinch zoom, Esc leaves (NOTE-07). */
export function GalleryViewer({ images, imeta, author, start, onClose }: ViewerProps) {
  const { media, app } = useStrings();
  const [at, setAt] = useState(start);
  const [view, setView] = useState(FIT);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayer(onClose);
  useLayoutEffect(() => {
    const origin = document.activeElement;
    const box = dialog.current;
    box?.showModal();
    return () => {
      // as long as it is open, the page behind it takes no focus
      box?.close();
      if (origin instanceof HTMLElement) origin.focus({ preventScroll: true });
    };
  }, []);
  const turn = (by: number) => {
    setAt((now) => Math.min(images.length - 1, Math.max(0, now + by)));
    setView(FIT);
  };
  const gestures = useGestures(view, setView, turn);
  const image = images[at];
  const keys = (event: KeyboardEvent) => {
    const acts: Record<string, () => void> = {
      ArrowRight: () => turn(1),
      ArrowLeft: () => turn(-1),
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
  return (
    <dialog ref={dialog} className={styles.viewer} aria-label={media.viewer(at + 1, images.length)} onClose={onClose} onKeyDown={keys}>
      <div
        className={styles.stage}
        role="presentation"
        {...gestures}
        onClick={(event) => event.target === event.currentTarget && view.scale === 1 && onClose()}
      >
        <Zoomable key={image.url} image={image} imeta={imeta.get(image.text)} author={author} view={view} />
      </div>
      <p className={styles.place} aria-live="polite">
        {images.length > 1 && media.place(at + 1, images.length)}
      </p>
      <IconButton icon="x" iconSize="l" label={app.action.close} className={styles.close} onClick={onClose} />
      {at > 0 && <IconButton icon="left" iconSize="l" label={media.previous} className={styles.previous} onClick={() => turn(-1)} />}
      {at < images.length - 1 && (
        <IconButton icon="right" iconSize="l" label={media.next} className={styles.next} onClick={() => turn(1)} />
      )}
      {imeta.get(image.text)?.alt && (
        <p className={styles.caption} dir="auto">
          {imeta.get(image.text)?.alt}
        </p>
      )}
    </dialog>
  );
}

function Zoomable({
  image,
  imeta,
  author,
  view,
}: {
  readonly image: ImageToken;
  readonly imeta: Imeta | undefined;
  readonly author: string;
  readonly view: View;
}) {
  const { media } = useStrings();
  const info = useFacts((facts) => mediaOf(facts.media, image));
  const { src, failed, onError } = useSource(image, info, imeta, author, innerWidth);
  if (failed || src === undefined) return <p className={styles.failed}>{media.pictureFailed}</p>;
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

interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

const FIT: View = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 6;
const SWIPE = 60;

function scaled(view: View, by: number): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * by));
  return scale === 1 ? FIT : { scale, x: (view.x * scale) / view.scale, y: (view.y * scale) / view.scale };
}

function useGestures(view: View, setView: (next: View | ((now: View) => View)) => void, turn: (by: number) => void) {
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const swipe = useRef(0);
  const gap = () => {
    const [a, b] = [...fingers.current.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      swipe.current = 0;
    },
    onPointerMove: (event: PointerEvent) => {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const wide = gap();
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
      if (fingers.current.size === 2 && wide > 0) setView((now) => scaled(now, gap() / wide));
      else if (view.scale > 1) setView((now) => ({ ...now, x: now.x + dx, y: now.y + dy }));
      else swipe.current += dx;
    },
    onPointerUp: (event: PointerEvent) => {
      fingers.current.delete(event.pointerId);
      if (view.scale === 1 && Math.abs(swipe.current) > SWIPE) turn(swipe.current < 0 ? 1 : -1);
      swipe.current = 0;
    },
    onPointerCancel: (event: PointerEvent) => {
      fingers.current.delete(event.pointerId);
    },
    onDoubleClick: () => setView((now) => (now.scale > 1 ? FIT : scaled(now, 2.5))),
    onWheel: (event: WheelEvent) => setView((now) => scaled(now, event.deltaY < 0 ? 1.15 : 1 / 1.15)),
  };
}
