import { type ChangeEvent, useRef, useState } from 'react';
import { playTime } from '../../events/media/play-time.ts';
import { cx } from '../ui/hooks/class-names.ts';
import { Icon } from '../ui/display/Icon.tsx';
import { useLocale } from '../ui/strings.ts';
import { usePlayerStrings } from '../ui/strings/players.ts';
import text from '../ui/styles/text.module.css';
import { FailedMedia } from './FailedMedia.tsx';
import styles from './VoicePlayer.module.css';

interface VoicePlayerProps {
  /** Passed the url policy. */
  readonly src: string;
  /** Its own address, for a link if it fails. */
  readonly original: string;
  /** In seconds, until the file tells it. */
  readonly length: number | undefined;
  /** Loudness over time, from 0 to 1. */
  readonly wave: readonly number[];
}

/** Bars of a recording without a wave. */
const FLAT: readonly number[] = Array.from({ length: 48 }, () => 0.12);
/** Step of the arrow keys, in seconds. */
const STEP = 1;

/** Plays a recording. Nothing is loaded before a press. */
export function VoicePlayer({ src, original, length, wave }: VoicePlayerProps) {
  const words = usePlayerStrings();
  const locale = useLocale();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isFailed, setIsFailed] = useState(false);
  const [place, setPlace] = useState(0);
  const [measured, setMeasured] = useState<number>();
  const whole = measured ?? length;
  // "0:00" would say that nothing was recorded
  const isUnknown = whole === undefined && place === 0 && !isPlaying;
  const play = () => {
    for (const other of document.querySelectorAll('audio'))
      if (other !== audio.current) other.pause();
    // a failure also arrives as an error event
    audio.current?.play().catch(() => undefined);
  };
  const seek = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (audio.current) audio.current.currentTime = target.valueAsNumber;
    setPlace(target.valueAsNumber);
  };
  if (isFailed)
    return (
      <FailedMedia announce url={original} onAgain={() => setIsFailed(false)}>
        {words.voiceFailed}
      </FailedMedia>
    );
  const label = isPlaying ? words.pause : words.play;
  return (
    <div className={styles.player} role="group" aria-label={words.voice}>
      <audio
        ref={audio}
        preload="none"
        src={src}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onEnded={() => setPlace(0)}
        onTimeUpdate={({ currentTarget }) => setPlace(currentTarget.currentTime)}
        onDurationChange={({ currentTarget: { duration } }) =>
          // the length of a recorded stream is infinite until it was read to its end
          Number.isFinite(duration) && setMeasured(duration)
        }
        onError={() => setIsFailed(true)}
      />
      <button
        type="button"
        className={styles.play}
        aria-label={label}
        title={label}
        onClick={() => (isPlaying ? audio.current?.pause() : play())}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} size="l" />
      </button>
      <Wave wave={wave} share={whole === undefined ? 0 : place / whole}>
        <input
          type="range"
          className={styles.place}
          min={0}
          max={whole ?? 0}
          step={STEP}
          value={whole === undefined ? 0 : Math.min(place, whole)}
          disabled={whole === undefined}
          aria-label={words.position}
          aria-valuetext={playTime(place, locale)}
          onChange={seek}
        />
      </Wave>
      <span className={cx(text.small, text.num, styles.time)}>
        {isUnknown ? '' : playTime(place > 0 ? place : (whole ?? 0), locale)}
      </span>
    </div>
  );
}

/** The wave of a recording, as far as it was played in another colour. Time runs to the right. */
function Wave({
  wave,
  share,
  children,
}: {
  readonly wave: readonly number[];
  readonly share: number;
  readonly children: React.ReactNode;
}) {
  const bars = wave.length > 0 ? wave : FLAT;
  return (
    <div className={styles.wave} dir="ltr">
      {bars.map((height, at) => (
        <i
          key={at}
          className={cx(at / bars.length < share && styles.played)}
          style={{ blockSize: `${Math.max(0.08, height) * 100}%` }}
        />
      ))}
      {children}
    </div>
  );
}
