import { formatList } from '../../../events/core/format-list.ts';
import type { PeerUse } from '../../../events/connection/peer-use.ts';
import { useOpened } from '../../account/use-features.ts';
import { useWalletNamesAt } from '../../money/payments/use-payers.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SettingGroup, SettingRow } from '../../ui/controls/SettingRow.tsx';
import { useLocale } from '../../ui/strings.ts';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import { useRelayDials, useRelayPermits } from '../../account/relays/use-network.ts';
import { relayName } from '../../../events/core/url.ts';

/**
 * Answers of the user about relays: of other people, which asked for authentication (TRUST-08), and
 * those that are connected beside the caching service (RELAY-08).
 */
export function NetworkPermits() {
  const { proof, dial } = useNetworkStrings();
  const locale = useLocale();
  const namesAt = useWalletNamesAt();
  const purposeAt = (url: string) => (use: PeerUse) =>
    use === 'wallet' ? dial.uses.wallet(namesAt(url)) : dial.uses[use];
  const { permits, forget } = useRelayPermits();
  const { dials, forget: forgetDial } = useRelayDials();
  // the names of wallets are known once they are open, and the user has decided about them
  useOpened(
    'money',
    dials.some(({ uses }) => uses.includes('wallet')),
  );
  return (
    <>
      <Answers
        words={proof}
        answers={permits.map(([url, allowed]) => ({ url, allowed, purpose: '' }))}
        onForget={forget}
      />
      <Answers
        words={dial}
        answers={dials.map(({ url, allowed, uses }) => ({
          url,
          allowed,
          purpose:
            uses.length === 0 ? '' : dial.purpose(formatList(uses.map(purposeAt(url)), locale)),
        }))}
        onForget={forgetDial}
      />
    </>
  );
}

interface AnswersProps {
  readonly words: Readonly<Record<'title' | 'hint' | 'allowed' | 'refused', string>>;
  /** `purpose`: the use of its connections, in words. */
  readonly answers: ReadonlyArray<{
    readonly url: string;
    readonly allowed: boolean;
    readonly purpose: string;
  }>;
  readonly onForget: (url: string) => void;
}

function Answers({ words, answers, onForget }: AnswersProps) {
  const { proof } = useNetworkStrings();
  if (answers.length === 0) return null;
  return (
    <SettingGroup title={words.title} hint={words.hint}>
      {answers.map(({ url, allowed, purpose }) => (
        <SettingRow
          key={url}
          title={<bdi dir="ltr">{relayName(url)}</bdi>}
          hint={[allowed ? words.allowed : words.refused, purpose].filter(Boolean).join(' · ')}
        >
          <Button compact onClick={() => onForget(url)} aria-label={proof.againFor(relayName(url))}>
            {proof.again}
          </Button>
        </SettingRow>
      ))}
    </SettingGroup>
  );
}
