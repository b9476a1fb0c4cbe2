import { Button } from '../../ui/controls/Button.tsx';
import { useMembershipStrings } from '../../ui/strings/membership.ts';
import text from '../../ui/styles/text.module.css';
import styles from './PremiumReminder.module.css';
import { useReminder } from '../../account/membership/use-membership.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';

/**
 * Tells users without a membership about it (MEMBER-02). It takes neither focus nor space, and
 * stays until answered.
 */
export function PremiumReminder() {
  const { isDue } = useReminder();
  return isDue ? <Card /> : null;
}

function Card() {
  const words = useMembershipStrings().reminder;
  const { dismiss } = useReminder();
  const navigate = useNavigate();
  const show = () => {
    dismiss();
    navigate('/premium');
  };
  return (
    <aside className={styles.card} aria-labelledby="premium-reminder">
      <p id="premium-reminder" className={styles.title}>
        {words.title}
      </p>
      <p className={text.muted}>{words.text}</p>
      <div className={styles.acts}>
        <Button compact onClick={dismiss}>
          {words.dismiss}
        </Button>
        <Button compact tone="primary" onClick={show}>
          {words.show}
        </Button>
      </div>
    </aside>
  );
}
