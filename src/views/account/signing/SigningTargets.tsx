import { parseAddress } from '../../../events/nostr/address.ts';
import { LIST_NAMES, listAddress } from '../../../events/account/lists/list-definitions.ts';
import type { Target } from '../../../events/account/signing/signing-preview.ts';
import { visibleText } from '../../../events/core/visible-text.ts';
import { tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Facts } from '../../../events/facts/facts.ts';
import { getRow } from '../../../events/core/table.ts';
import { useAccount, useFacts } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useDeviceStrings } from '../../ui/strings/devices.ts';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import text from '../../ui/styles/text.module.css';
import { ThreadWords } from '../text/ThreadTitle.tsx';
import styles from '../devices/Devices.module.css';
import { useRowParts } from '../../ui/hooks/use-row-parts.ts';

interface TargetsProps {
  readonly targets: readonly Target[];
  readonly isDeletion: boolean;
}

/** The events that a deletion removes, or that a reaction, a repost, a vote or a zap is about. */
export function SigningTargets({ targets, isDeletion }: TargetsProps) {
  const { question: words } = useDeviceStrings();
  const { shown, rest, more, ref } = useRowParts(targets, { first: 20, next: 100 });
  if (targets.length === 0) return null;
  return (
    <section>
      <p className={text.strong}>{isDeletion ? words.deletes : words.about}</p>
      <ul ref={ref} className={styles.tags}>
        {shown.map(({ by, value }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- an event can be named twice
          <li key={at} tabIndex={-1}>
            {by === 'id' ? (
              <EventTarget id={value} />
            ) : (
              <AddressTarget address={value} isDeletion={isDeletion} />
            )}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button compact onClick={more}>
          {words.more(rest)}
        </Button>
      )}
    </section>
  );
}

function EventTarget({ id }: { readonly id: string }) {
  const { question: words } = useDeviceStrings();
  const kinds = useKindStrings();
  const account = useAccount();
  const event = useFacts((facts) => knownEvent(facts, id, account?.pubkey ?? ''));
  if (!event)
    return (
      <>
        {words.unknown}: <bdi dir="ltr">{visibleText(id)}</bdi>
      </>
    );
  return (
    <>
      {words.nouns[event.kind] ?? kinds.name(event.kind)} <ThreadWords id={id} />
    </>
  );
}

function AddressTarget({
  address,
  isDeletion,
}: {
  readonly address: string;
  readonly isDeletion: boolean;
}) {
  const { question: words } = useDeviceStrings();
  const kinds = useKindStrings();
  const event = useFacts(
    (facts) => getRow(facts.addresses, address) ?? getRow(facts.lists, address)?.current,
  );
  const parts = parseAddress(address);
  if (!parts) return <bdi dir="ltr">{visibleText(address)}</bdi>;
  const title = (event && tagValue(event, 'title')) ?? parts.identifier;
  return (
    <>
      {words.nouns[parts.kind] ?? kinds.name(parts.kind)} <bdi>{visibleText(title)}</bdi>{' '}
      {isDeletion && <span className={text.muted}>{words.versions}</span>}
    </>
  );
}

/** An event by its id: a post, or a version of one of the account's lists. */
function knownEvent(facts: Facts, id: string, pubkey: string): VerifiedEvent | undefined {
  const profile = getRow(facts.profiles, pubkey)?.source;
  const versions = LIST_NAMES.flatMap((list) => {
    const row = getRow(facts.lists, listAddress(list, pubkey));
    return row ? [row.current, ...row.older] : [];
  });
  return (
    getRow(facts.events, id) ??
    [...(profile ? [profile] : []), ...versions].find((one) => one.id === id)
  );
}
