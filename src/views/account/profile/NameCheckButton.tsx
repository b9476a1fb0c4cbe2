import { useState } from 'react';
import { useVerificationStrings } from '../../ui/strings/verification.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import styles from './NameCheckButton.module.css';
import { useNamePress } from './use-name-check.ts';
import { useKnownName } from './use-address-lookups.ts';

interface NamePressProps {
  /** In lower case. */
  readonly address: string;
  /** Shows an icon, which moves no text beside it when it appears. */
  readonly compact?: boolean;
}

/**
 * A button that queries the host of a name that the caching service cannot check (PROFILE-12,
 * TRUST-08).
 */
export function NamePress({ address, compact }: NamePressProps) {
  const words = useVerificationStrings().names;
  const press = useNamePress(address);
  const isUnconfirmed = useKnownName(address)?.key === null;
  const [isPressed, setPressed] = useState(false);
  const host = address.slice(address.lastIndexOf('@') + 1);
  if (!press)
    return isPressed && isUnconfirmed ? (
      <span role="status" className={cx(compact && styles.result)}>
        {words.unconfirmed(host)}
      </span>
    ) : null;
  const onClick = () => {
    setPressed(true);
    press();
  };
  return (
    <button
      type="button"
      className={cx(compact && styles.check)}
      aria-label={words.check}
      title={words.hint(host)}
      onClick={onClick}
    >
      {compact ? <Icon name="help" size="s" /> : words.check}
    </button>
  );
}
