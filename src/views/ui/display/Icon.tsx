import { cx } from '../hooks/class-names.ts';
import sprite from '../icons.svg?no-inline';
import { iconShape } from './icon-shapes.ts';
import styles from './Icon.module.css';

export type IconName =
  | 'bird'
  | 'verified'
  | 'verified-here'
  | 'home'
  | 'explore'
  | 'articles'
  | 'messages'
  | 'bell'
  | 'bookmark'
  | 'settings'
  | 'user'
  | 'search'
  | 'reply'
  | 'zap'
  | 'like'
  | 'repost'
  | 'more'
  | 'image'
  | 'pen'
  | 'plus'
  | 'check'
  | 'checks'
  | 'down'
  | 'right'
  | 'left'
  | 'x'
  | 'lock'
  | 'key'
  | 'offline'
  | 'alert'
  | 'copy'
  | 'clock'
  | 'link'
  | 'pin'
  | 'share'
  | 'send'
  | 'smile'
  | 'wallet'
  | 'server'
  | 'shield'
  | 'eye'
  | 'sun'
  | 'refresh'
  | 'mark'
  | 'follow'
  | 'trash'
  | 'quote'
  | 'download'
  | 'upload'
  | 'help'
  | 'info'
  | 'palette'
  | 'external'
  | 'play'
  | 'pause'
  | 'sound'
  | 'mute'
  | 'expand'
  | 'list'
  | 'menu'
  | 'filter'
  | 'grip'
  | 'code'
  | 'note'
  | 'globe'
  | 'relay'
  | 'flag'
  | 'hash'
  | 'at'
  | 'qr'
  | 'sign-in'
  | 'sign-out'
  | 'eye-off'
  | 'people'
  | 'unfollow'
  | 'moon'
  | 'device'
  | 'phone'
  | 'up'
  | 'keys'
  | 'gift';

interface IconProps {
  readonly name: IconName;
  /** s 16, m 18, nav 20, l 22, glyph 44. */
  readonly size?: 's' | 'm' | 'nav' | 'l' | 'glyph';
  /** For actions that the reader has done: a liked heart, a saved bookmark. */
  readonly filled?: boolean;
  /**
   * The accessible name, if no words beside the icon give it. Without it the icon is decoration.
   */
  readonly label?: string;
  readonly className?: string | undefined;
}

/** One drawing of the sprite. Its size is reserved before the sprite is loaded. */
export function Icon({ name, size = 'm', filled = false, label, className }: IconProps) {
  const named =
    label === undefined
      ? ({ 'aria-hidden': true } as const)
      : ({ role: 'img', 'aria-label': label } as const);
  const draw = iconShape(name);
  return (
    <svg
      ref={draw}
      className={cx(styles.icon, styles[size], styles[name], filled && styles.filled, className)}
      {...named}
    >
      {draw ? null : <use href={`${sprite}#${name}`} />}
    </svg>
  );
}
