import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useDeviceStrings } from '../../ui/strings/devices.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Devices.module.css';

interface Detector {
  readonly detect: (
    source: HTMLVideoElement,
  ) => Promise<ReadonlyArray<{ readonly rawValue: string }>>;
}

declare global {
  interface Window {
    /** Not in all browsers. */
    readonly BarcodeDetector?: new (options: {
      readonly formats: readonly string[];
    }) => Detector;
  }
}

/** Delay between two scans, in milliseconds. */
const PAUSE = 250;

/** Scans a QR code by camera. Renders nothing if the browser cannot. */
export function ScanButton({
  onFound,
  wide = false,
}: {
  readonly onFound: (code: string) => void;
  readonly wide?: boolean;
}) {
  const { scan: words } = useDeviceStrings();
  const [isOpen, setIsOpen] = useState(false);
  const canScan = window.BarcodeDetector !== undefined && 'mediaDevices' in navigator;
  if (!canScan) return null;
  const found = (code: string) => {
    setIsOpen(false);
    onFound(code);
  };
  return (
    <>
      <Button icon="qr" wide={wide} onClick={() => setIsOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <Scanner onFound={found} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function Scanner({
  onFound,
  onClose,
}: {
  readonly onFound: (code: string) => void;
  readonly onClose: () => void;
}) {
  const { scan: words } = useDeviceStrings();
  const video = useRef<HTMLVideoElement>(null);
  const [isFailed, setIsFailed] = useState(false);
  const found = useEffectEvent(onFound);
  useEffect(() => {
    const life = new AbortController();
    void scan(video.current, life.signal).then((code) => {
      if (life.signal.aborted) return;
      if (code === undefined) setIsFailed(true);
      else found(code);
    });
    return () => life.abort();
  }, []);
  return (
    <Dialog
      size="small"
      title={words.title}
      onClose={onClose}
      foot={<Button onClick={onClose}>{words.cancel}</Button>}
    >
      {isFailed ? (
        <Notice tone="danger" announce>
          {words.failed}
        </Notice>
      ) : (
        <>
          <p className={text.muted}>{words.text}</p>
          <video ref={video} className={styles.camera} muted playsInline aria-label={words.title} />
        </>
      )}
    </Dialog>
  );
}

/**
 * Return the first code that the camera reads, and switch the camera off. `undefined` if there is
 * no usable camera.
 */
async function scan(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { BarcodeDetector: Reader } = window;
  if (!video || !Reader) return undefined;
  let stream: MediaStream | undefined;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    const reader = new Reader({ formats: ['qr_code'] });
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const [first] = await reader.detect(video);
      if (first) return first.rawValue;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop();
  }
}
