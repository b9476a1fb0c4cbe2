import type { MessageForm } from '../../events/messages/outgoing-message.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IsolatedText } from '../ui/display/IsolatedText.tsx';
import { Menu } from '../ui/controls/Menu.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import styles from './MessageFormChoice.module.css';
import type { useOutgoingMessage } from './use-outgoing-message.ts';

interface MessageFormChoiceProps {
  readonly outgoing: Pick<
    ReturnType<typeof useOutgoingMessage>,
    'form' | 'reason' | 'isNamed' | 'isSending' | 'choose'
  >;
  readonly name: string;
  /** True if all traffic goes through the caching service, so private messages wait. */
  readonly isProxied: boolean;
}

/** The format of the message and its reason, with a choice for this peer (DM-09). */
export function MessageFormChoice({
  outgoing: { form, reason, isNamed, isSending, choose },
  name,
  isProxied,
}: MessageFormChoiceProps) {
  const { forms: words } = useDirectMessageStrings();
  const choice = (one: MessageForm) => ({
    label: words.choices[one],
    icon: one === 'nip17' ? ('lock' as const) : ('globe' as const),
    checked: form === one,
    disabled: one === 'nip17' && !isNamed,
    onSelect: () => {
      if (form !== one) choose(one);
    },
  });
  return (
    <div className={styles.form}>
      <Menu
        label={words.label(name)}
        align="start"
        entries={() => [choice('nip17'), choice('nip04')]}
        renderTrigger={(props) => (
          <Button
            {...props}
            compact
            tone="quiet"
            icon={form === 'nip04' ? 'globe' : 'lock'}
            disabled={isSending}
            className={styles.name}
            title={form && words.choices[form]}
          >
            {words.names[form ?? 'open']}
          </Button>
        )}
      />
      <p className={styles.reason} aria-live="polite">
        <IsolatedText>
          {words.reasons[isProxied && form === 'nip17' ? 'proxied' : reason](name)}
        </IsolatedText>
      </p>
    </div>
  );
}
