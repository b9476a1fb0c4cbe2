import type { CSSProperties } from 'react';
import type { LegendStyle } from '../../../events/connection/legend.ts';
import { cx } from '../hooks/class-names.ts';
import styles from './Avatar.module.css';
import { hueOf, initialOf } from './avatar-face.ts';
import { Icon } from './Icon.tsx';
import { usePictureSource } from './use-picture-source.ts';

/** LIMIT-04: nano 16, xs 24, s 32, m 44, l 56, xl 80, xxl 112, xxxl 144 px. */
export type AvatarSize = 'nano' | 'xs' | 's' | 'm' | 'l' | 'xl' | 'xxl' | 'xxxl';

interface AvatarProps {
  readonly pubkey: string;
  readonly name?: string | undefined;
  /**
   * The picture's addresses, best first, already through the url policy. Until one is loaded, a
   * letter on the key's color is shown.
   */
  readonly src?: readonly string[] | undefined;
  readonly size?: AvatarSize;
  /** Only if the picture is not beside the account's name. */
  readonly label?: string | undefined;
  /** The color of a ring around it (PROFILE-11), within its size. */
  readonly glow?: LegendStyle | undefined;
  readonly className?: string | undefined;
}

const NO_PICTURE: readonly string[] = [];

export function Avatar({
  pubkey,
  name = '',
  src = NO_PICTURE,
  size = 'm',
  label,
  glow,
  className,
}: AvatarProps) {
  const picture = usePictureSource(src);
  const initial = initialOf(name);
  const hue: CSSProperties & Record<`--${string}`, number> = { '--hue': hueOf(pubkey) };
  const named =
    label === undefined
      ? ({ 'aria-hidden': true } as const)
      : ({ role: 'img', 'aria-label': label } as const);
  return (
    <span
      className={cx(styles.avatar, styles[size], className)}
      style={hue}
      data-legend={glow}
      {...named}
    >
      {initial === '' ? <Icon name="user" className={styles.unknown} /> : initial}
      {picture.src !== undefined && (
        <img
          className={styles.picture}
          src={picture.src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={picture.onError}
        />
      )}
    </span>
  );
}
