import styles from './MessageFile.module.css';

interface MediumProps {
  readonly type: 'image' | 'video' | 'audio';
  readonly src: string;
  readonly name: string;
  readonly onError?: () => void;
}

/** A picture, video or sound of a private message, with the browser's own controls. */
export function Medium({ type, name, ...source }: MediumProps) {
  const common = { className: styles.shown, ...source };
  if (type === 'image') return <img alt={name} {...common} />;
  if (type === 'video') return <video controls playsInline aria-label={name} {...common} />;
  return <audio controls aria-label={name} {...common} />;
}
