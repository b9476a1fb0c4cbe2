import { Button } from '../../ui/controls/Button.tsx';
import { SettingGroup, SettingRow } from '../../ui/controls/SettingRow.tsx';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import { useRelayDials, useRelayPermits } from '../../account/relays/use-network.ts';
import { relayName } from './use-own-relays.ts';

/**
 * Answers of the user about relays: of other people, which asked for authentication (TRUST-08), and
 * those that are connected beside the caching service (RELAY-08).
 */
export function NetworkPermits() {
  const { proof, dial } = useNetworkStrings();
  const { permits, forget } = useRelayPermits();
  const { dials, forget: forgetDial } = useRelayDials();
  return (
    <>
      <Answers words={proof} answers={permits} onForget={forget} />
      <Answers words={dial} answers={dials} onForget={forgetDial} />
    </>
  );
}

interface AnswersProps {
  readonly words: Readonly<Record<'title' | 'hint' | 'allowed' | 'refused', string>>;
  readonly answers: ReadonlyArray<readonly [url: string, allowed: boolean]>;
  readonly onForget: (url: string) => void;
}

function Answers({ words, answers, onForget }: AnswersProps) {
  const { proof } = useNetworkStrings();
  if (answers.length === 0) return null;
  return (
    <SettingGroup title={words.title} hint={words.hint}>
      {answers.map(([url, allowed]) => (
        <SettingRow key={url} title={relayName(url)} hint={allowed ? words.allowed : words.refused}>
          <Button compact onClick={() => onForget(url)} aria-label={proof.againFor(relayName(url))}>
            {proof.again}
          </Button>
        </SettingRow>
      ))}
    </SettingGroup>
  );
}
