import { Icon } from '../ui/display/Icon.tsx';
import { usePlayerStrings } from '../ui/strings/players.ts';
import { useReconnected } from '../ui/hooks/use-reconnected.ts';
import { FailedWays } from './FailedWays.tsx';
import { type PictureProps, ShownPicture } from './Picture.tsx';
import styles from './PictureStandIn.module.css';
import { useBlob } from './use-blob.ts';

export { PictureHash } from './PictureHash.tsx';

/**
 * NOTE-05: maximum number of automatic tries. All but the first wait for the connection to return.
 */
const ROUNDS = 3;

interface StandInProps extends PictureProps {
  /** True if it could not be loaded. False if it waits for a request. */
  readonly isFailed: boolean;
  /** Number of rounds through all its addresses, including this one. */
  readonly round: number;
  readonly onShow: () => void;
}

/**
 * Placeholder for a picture: a button to load it for data saver users (BEYOND-15), else the same
 * file from elsewhere, or a fallback picture (NOTE-05).
 */
export function PictureStandIn(props: StandInProps) {
  return props.isFailed ? (
    <Elsewhere {...props} />
  ) : (
    <WaitingPicture alt={props.imeta?.alt ?? ''} onShow={props.onShow} />
  );
}

/** A picture that is loaded only on request. */
export function WaitingPicture({
  alt,
  onShow,
}: {
  readonly alt: string;
  readonly onShow: () => void;
}) {
  const words = usePlayerStrings();
  return (
    <button type="button" className={styles.standIn} onClick={onShow}>
      <Icon name="image" size="l" />
      <span className={styles.words}>
        {words.loadPicture}
        {alt !== '' && (
          <bdi dir="auto" className={styles.alt}>
            {alt}
          </bdi>
        )}
      </span>
    </button>
  );
}

interface ElsewhereOptions extends Pick<StandInProps, 'imeta' | 'author' | 'round' | 'onShow'> {
  readonly url: string;
}

/** Search a failed picture elsewhere. It is shown again when the connection returns. */
export function useElsewhere({ url, imeta, author, round, onShow }: ElsewhereOptions) {
  const found = useBlob(url, imeta, author);
  useReconnected(found.isMissing && round < ROUNDS, onShow);
  return found;
}

function Elsewhere(props: StandInProps) {
  const { src, isMissing, onError } = useElsewhere({ ...props, url: props.image.url });
  if (src !== undefined) return <ShownPicture {...props} src={src} onError={onError} />;
  return <FailedPicture url={props.image.url} isMissing={isMissing} onAgain={props.onShow} />;
}

interface FailedPictureProps {
  readonly url: string;
  /** False while it is looked for elsewhere. */
  readonly isMissing: boolean;
  readonly onAgain: () => void;
}

/** A picture that did not load: another try, and the way to its own address. */
export function FailedPicture({ url, isMissing, onAgain }: FailedPictureProps) {
  const words = usePlayerStrings();
  return (
    <span className={styles.standIn}>
      <Icon name="image" size="l" />
      {isMissing && (
        <>
          <span className={styles.words}>{words.pictureFailed}</span>
          <span className={styles.ways}>
            <FailedWays url={url} onAgain={onAgain} />
          </span>
        </>
      )}
    </span>
  );
}

/** Stands for a picture inside a link, which cannot contain buttons and links. */
export function PictureWords({ children }: { readonly children: string }) {
  return (
    <span className={styles.standIn}>
      <Icon name="image" size="l" />
      <bdi dir="auto" className={styles.words}>
        {children}
      </bdi>
    </span>
  );
}
