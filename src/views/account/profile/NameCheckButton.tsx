import { useState } from 'react';
import { useVerificationStrings } from '../../ui/strings/verification.ts';
import { useNamePress } from './use-name-check.ts';
import { useKnownName } from './use-address-lookups.ts';

interface NamePressProps {
  /** In lower case. */
  readonly address: string;
  readonly className?: string | undefined;
}

/**
 * A button that queries the host of a name that the caching service cannot check (PROFILE-12,
 * TRUST-08).
 */
export function NamePress({ address, className }: NamePressProps) {
  const words = useVerificationStrings().names;
  const press = useNamePress(address);
  const isUnconfirmed = useKnownName(address)?.key === null;
  const [isPressed, setPressed] = useState(false);
  const host = address.slice(address.lastIndexOf('@') + 1);
  if (!press)
    return isPressed && isUnconfirmed ? <span role="status">{words.unconfirmed(host)}</span> : null;
  const onClick = () => {
    setPressed(true);
    press();
  };
  return (
    <button type="button" className={className} onClick={onClick} title={words.hint(host)}>
      {words.check}
    </button>
  );
}
