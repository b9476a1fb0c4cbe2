import { useMemo } from 'react';
import { notePath } from '../../../events/account/profile/profile-path.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { readChannel } from '../../../events/reading/cards/channel.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import text from '../../ui/styles/text.module.css';
import { CardAbout, CardSign, CardTitle } from './CardParts.tsx';
import styles from './Cards.module.css';
import type { KindProps } from './KindContent.tsx';

/** Side of the picture in CSS pixels. */
const SIZE = 56;

/** A public channel, or a new description of one (NIP-28): picture, name and description. */
export function ChannelCard({ event, lead = false }: KindProps) {
  const said = useKindStrings();
  const channel = useMemo(() => readChannel(event), [event]);
  return (
    <section className={cx(styles.card, styles.badge)} aria-label={said.name(event.kind)}>
      <CardSign image={channel.image} width={SIZE} icon="messages" />
      <div className={styles.words}>
        <p className={cx(text.small, text.muted)}>{said.name(event.kind)}</p>
        <CardTitle event={event} lead={lead} title={channel.name} />
        <CardAbout about={channel.about} lead={lead} />
        {event.kind === KIND.ChannelMetadata && channel.id !== undefined && (
          <p className={styles.source}>
            <AppLink to={notePath(channel.id)} className={text.link}>
              {said.openChannel}
            </AppLink>
          </p>
        )}
      </div>
    </section>
  );
}
