import { Button } from '../../ui/controls/Button.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { SettingGroup, SettingRow } from '../../ui/controls/SettingRow.tsx';
import { useWalletStrings } from '../../ui/strings/wallets.ts';
import styles from '../payments/PaymentRow.module.css';
import { useSavedWallets } from './use-saved-wallets.ts';

/**
 * Wallets that other programs store in the account. Each can be connected with a press
 * (SETTINGS-01). `isFull`: no more wallets fit.
 */
export function SavedWallets({ isFull }: { readonly isFull: boolean }) {
  const { saved: words, connect: others } = useWalletStrings();
  const { wallets, wanted, taken, unreadable, isClosed, isBusy, fetch, connect } =
    useSavedWallets();
  const left = wallets.filter(({ id }) => !taken.has(id));
  if (left.length === 0 && !isClosed) return null;
  return (
    <SettingGroup title={words.title} hint={words.hint}>
      {isClosed && (
        <SettingRow title={words.closed}>
          <Button compact icon="key" onClick={fetch}>
            {words.fetch}
          </Button>
        </SettingRow>
      )}
      {left.map(({ id, name }, at) => {
        const called = name === '' ? words.unnamed(at + 1) : name;
        return (
          <SettingRow
            key={id}
            title={<IsolatedText>{called}</IsolatedText>}
            hint={
              unreadable.has(id) ? (
                <span role="alert" className={styles.failed}>
                  {words.unreadable}
                </span>
              ) : undefined
            }
          >
            <Button
              compact
              busy={wanted === id}
              disabled={isFull || isBusy}
              aria-label={words.connect(called)}
              onClick={() => connect(id)}
            >
              {others.confirm}
            </Button>
          </SettingRow>
        );
      })}
    </SettingGroup>
  );
}
