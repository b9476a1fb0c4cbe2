import { type CSSProperties, useState } from 'react';
import type { Embed as EmbedPlan } from '../../events/media/embed.ts';
import { Icon } from '../ui/display/Icon.tsx';
import { usePlayerStrings } from '../ui/strings/players.ts';
import { OutLink } from '../account/text/InlineText.tsx';
import styles from './Embed.module.css';

/**
 * A provider's player, loaded only when the user asks for it (NOTE-03, E-10). Its space is reserved
 * from the start.
 */
export function Embed({ embed, url }: { readonly embed: EmbedPlan; readonly url: string }) {
  const words = usePlayerStrings();
  const [wanted, setWanted] = useState(false);
  const box: CSSProperties =
    embed.height === undefined ? { aspectRatio: '16 / 9' } : { height: embed.height };
  return (
    <figure className={styles.figure}>
      <div className={styles.box} style={box}>
        {wanted ? (
          <iframe
            className={styles.frame}
            src={embed.src}
            title={words.player(embed.provider, embed.what, embed.of)}
            // oxlint-disable-next-line react/iframe-missing-sandbox -- its origin is the provider's, never ours: it cannot take the sandbox off
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            referrerPolicy="strict-origin"
            loading="lazy"
          />
        ) : (
          <button type="button" className={styles.load} onClick={() => setWanted(true)}>
            <span className={styles.play}>
              <Icon name="play" size="l" />
            </span>
            {words.loadFrom(embed.provider)}
          </button>
        )}
      </div>
      <figcaption className={styles.caption}>
        <OutLink url={url} />
      </figcaption>
    </figure>
  );
}
