import { type PointerEvent, useCallback, useRef, useState } from 'react';
import {
  type Crop,
  cutOf,
  dragged,
  drawnSize,
  MOST_ZOOM,
  WHOLE,
} from '../../../events/media/crop.ts';
import type { Size } from '../../../events/media/imeta.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import styles from './CropDialog.module.css';

interface CropDialogProps {
  readonly file: File;
  readonly title: string;
  /** Width divided by height. */
  readonly aspect: number;
  /** Maximum width of the result, in pixels. */
  readonly most: number;
  /** True if it will be shown as a circle. */
  readonly round?: boolean;
  readonly onCropped: (file: File) => void;
  readonly onClose: () => void;
}

/**
 * Crops a picture by hand or with sliders. The rest of the picture never leaves this device
 * (PROFILE-10).
 */
export function CropDialog({
  file,
  title,
  aspect,
  most,
  round = false,
  onCropped,
  onClose,
}: CropDialogProps) {
  const { crop: words } = useOwnAccountStrings();
  const [picture, setPicture] = useState<HTMLImageElement>();
  const [isBroken, setBroken] = useState(false);
  const [crop, setCrop] = useState<Crop>(WHOLE);
  const source = useSource(file);
  const size = picture && { width: picture.naturalWidth, height: picture.naturalHeight };
  const done = async () => {
    const cropped = size && (await cutOut(picture, file, { size, aspect, crop, most }));
    if (cropped) onCropped(cropped);
    else setBroken(true);
  };
  const slider = (name: keyof Crop, least: number, last: number) => (
    <label className={styles.slider}>
      <span>{words[name]}</span>
      <input
        type="range"
        // The horizontal axis of a picture does not follow the writing direction.
        dir={name === 'x' ? 'ltr' : undefined}
        min={least}
        max={last}
        step={0.01}
        value={crop[name]}
        onChange={({ target }) => setCrop({ ...crop, [name]: Number(target.value) })}
      />
    </label>
  );
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button tone="primary" disabled={!size || isBroken} onClick={() => void done()}>
            {words.use}
          </Button>
        </>
      }
    >
      {isBroken ? (
        <Notice tone="danger" announce>
          {words.broken}
        </Notice>
      ) : (
        <>
          <Frame size={size} aspect={aspect} crop={crop} round={round} onMove={setCrop}>
            <img
              ref={source}
              alt=""
              draggable={false}
              className={styles.picture}
              style={size && placeOf(size, aspect, crop)}
              onLoad={({ currentTarget }) => setPicture(currentTarget)}
              onError={() => setBroken(true)}
            />
          </Frame>
          <p className={styles.hint}>{words.hint}</p>
          {slider('zoom', 1, MOST_ZOOM)}
          {slider('x', 0, 1)}
          {slider('y', 0, 1)}
        </>
      )}
    </Dialog>
  );
}

interface FrameProps {
  readonly size: Size | undefined;
  readonly aspect: number;
  readonly crop: Crop;
  readonly round: boolean;
  readonly onMove: (crop: Crop) => void;
  readonly children: React.ReactNode;
}

/** The visible part of the picture, which is dragged below it. */
function Frame({ size, aspect, crop, round, onMove, children }: FrameProps) {
  const last = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = { x: event.clientX, y: event.clientY };
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const { clientX: x, clientY: y, currentTarget } = event;
    if (!last.current || !size) return;
    const { width, height } = currentTarget.getBoundingClientRect();
    onMove(
      dragged(size, aspect, crop, {
        x: (x - last.current.x) / width,
        y: (y - last.current.y) / height,
      }),
    );
    last.current = { x, y };
  };
  const drop = () => {
    last.current = undefined;
  };
  return (
    <div
      className={cx(styles.frame, round && styles.round)}
      style={{ aspectRatio: aspect }}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      {children}
    </div>
  );
}

/**
 * Return the position of the whole picture, in fractions of the frame, so that the frame shows the
 * crop.
 */
function placeOf(size: Size, aspect: number, crop: Crop) {
  const { left, top, width, height } = cutOf(size, aspect, crop);
  const part = (length: number, of: number) => `${(length / of) * 100}%`;
  return {
    width: part(size.width, width),
    height: part(size.height, height),
    left: part(-left, width),
    top: part(-top, height),
  };
}

/** Show the file in an image element. Its object URL lives as long as the element. */
function useSource(file: File) {
  return useCallback(
    (element: HTMLImageElement | null) => {
      if (!element) return undefined;
      const url = URL.createObjectURL(file);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
}

interface Wanted {
  readonly size: Size;
  readonly aspect: number;
  readonly crop: Crop;
  readonly most: number;
}

const QUALITY = 0.9;

/** Return the crop as a new file without metadata. `undefined` if it cannot be created. */
async function cutOut(
  picture: HTMLImageElement,
  file: File,
  { size, aspect, crop, most }: Wanted,
): Promise<File | undefined> {
  const { left, top, width, height } = cutOf(size, aspect, crop);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, drawnSize({ width, height }, most));
  canvas
    .getContext('2d')
    ?.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  // Keep transparency.
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, type, QUALITY));
  return blob ? new File([blob], file.name, { type }) : undefined;
}
