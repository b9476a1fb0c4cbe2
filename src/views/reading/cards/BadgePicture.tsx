import { articlePath } from '../../../events/account/profile/profile-path.ts';
import { query } from '../../../events/connection/verbs.ts';
import { articleOf } from '../../../events/facts/selectors.ts';
import { type Address, parseAddress } from '../../../events/nostr/address.ts';
import { readBadge } from '../../../events/reading/cards/badge.ts';
import { useCover } from '../../media/use-cover.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Cards.module.css';

/** CSS pixels. */
const SIZE = { l: 72, m: 44 };

/** The picture of a badge, or a flag in its place. */
export function BadgePicture({
  image,
  size,
}: {
  readonly image: string;
  readonly size: keyof typeof SIZE;
}) {
  const { src, onError } = useCover(image, SIZE[size]);
  return (
    <span
      className={styles.medal}
      style={{ inlineSize: SIZE[size], blockSize: SIZE[size] }}
      aria-hidden
    >
      {src === undefined ? (
        <Icon name="flag" size="l" />
      ) : (
        <img src={src} alt="" loading="lazy" decoding="async" onError={onError} />
      )}
    </span>
  );
}

/** A badge in one line, by its address. It is loaded if it is unknown. */
export function NamedBadge({ address }: { readonly address: string }) {
  const said = useKindStrings();
  const event = useFacts((facts) => articleOf(facts, address));
  const parsed = parseAddress(address);
  const { name, image } = event ? readBadge(event) : { name: '', image: '' };
  if (!parsed) return null;
  return (
    <p className={styles.named}>
      {!event && <Load address={parsed} />}
      <BadgePicture image={image} size="m" />
      <AppLink to={articlePath(parsed)} className={cx(text.strong, text.cut)} dir="auto">
        {name || parsed.identifier || said.name(parsed.kind)}
      </AppLink>
    </p>
  );
}

function Load({ address }: { readonly address: Address }) {
  const { kind, pubkey, identifier } = address;
  useLookup(`badge ${pubkey} ${identifier}`, (viewer) =>
    query('parametrized_replaceable_event', {
      kind,
      pubkey,
      identifier,
      user_pubkey: viewer,
      extended_response: false,
    }),
  );
  return null;
}
