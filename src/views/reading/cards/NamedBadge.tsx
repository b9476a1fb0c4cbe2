import { articlePath } from '../../../events/account/profile/profile-path.ts';
import { query } from '../../../events/connection/verbs.ts';
import { articleOf } from '../../../events/facts/selectors.ts';
import { type Address, parseAddress } from '../../../events/nostr/address.ts';
import { readBadge } from '../../../events/reading/cards/badge.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import text from '../../ui/styles/text.module.css';
import { CardSign } from './CardParts.tsx';
import styles from './Cards.module.css';

/** Side of the picture in CSS pixels. */
const SIZE = 44;

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
      <CardSign image={image} width={SIZE} icon="flag" />
      <AppLink to={articlePath(parsed)} className={cx(text.strong, text.clamp2)} dir="auto">
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
