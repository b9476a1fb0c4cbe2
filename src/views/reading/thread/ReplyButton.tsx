import { use } from 'react';
import { noteOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import { useCanActNow } from '../../account/use-features.ts';
import { useFound, useIntents } from '../../publish/outbox/use-intents.ts';
import text from '../../ui/styles/text.module.css';
import styles from './ReplyButton.module.css';
import { AccountName } from '../../account/profile/AccountName.tsx';

/**
 * A link to the editor for a reply. Visitors see the sign-in prompt (ACCOUNT-01). `boxed`: a field
 * of its own in the side column (THREAD-02).
 */
export function ReplyEntry({
  id,
  boxed = false,
}: {
  readonly id: string;
  readonly boxed?: boolean;
}) {
  const reading = useThreadStrings();
  const shell = use(ShellContext);
  const event = useFacts((facts) => noteOf(facts, id));
  const canAct = useCanActNow();
  const intents = useIntents();
  const find = useFound();
  const author = event?.pubkey ?? '';
  const press = () => {
    if (canAct && event) intents.reply(find(event));
    else
      shell?.onRefused(
        { code: 'act.signIn' },
        event && { type: 'compose.open', aim: { type: 'reply', found: find(event) } },
      );
  };
  const profile = useFacts((facts) => getRow(facts.profiles, author));
  return (
    <button type="button" className={cx(styles.entry, boxed && styles.boxed)} onClick={press}>
      <Icon name="reply" className={styles.icon} />
      <span className={text.cut}>
        {reading.replyTo} <AccountName pubkey={author} profile={profile} />
      </span>
    </button>
  );
}
