import { cx } from '../hooks/class-names.ts';
import { Avatar, type AvatarSize } from './Avatar.tsx';
import styles from './AvatarStack.module.css';

export interface Face {
  readonly pubkey: string;
  readonly name?: string | undefined;
  readonly src?: readonly string[] | undefined;
}

/**
 * Overlapping avatars of at most `most` people. Decorative: words beside it give the names or the
 * number.
 */
export function AvatarStack({
  faces,
  size = 'xs',
  most = 3,
  className,
}: {
  readonly faces: readonly Face[];
  readonly size?: AvatarSize;
  readonly most?: number;
  readonly className?: string | undefined;
}) {
  return (
    <span className={cx(styles.stack, className)} aria-hidden>
      {faces.slice(0, most).map((face) => (
        <Avatar key={face.pubkey} {...face} size={size} className={styles.face} />
      ))}
    </span>
  );
}
