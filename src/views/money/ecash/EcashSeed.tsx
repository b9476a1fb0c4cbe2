import { useState } from 'react';
import { useCopy } from '../../ui/hooks/copy.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { useEcashStrings } from '../../ui/strings/ecash.ts';
import styles from './EcashScreen.module.css';
import { type MintBalance, useEcashIntents, useEcashWords } from './use-ecash.ts';
import { areWords } from './ecash-input.ts';

/** The recovery words of this wallet, and restoring from these or others (NUT-13). */
export function EcashWords({ mints }: { readonly mints: readonly MintBalance[] }) {
  const { words } = useEcashStrings();
  const secret = useEcashWords();
  const copyText = useCopy();
  const [isShown, setIsShown] = useState(false);
  return (
    <SettingGroup title={words.title} hint={words.restoreHint}>
      <p className={styles.small}>{words.hint}</p>
      {isShown && <p className={styles.words}>{secret?.reveal()}</p>}
      <div className={styles.row}>
        <Button
          icon={isShown ? 'eye-off' : 'eye'}
          disabled={!secret}
          aria-expanded={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? words.hide : words.show}
        </Button>
        {isShown && (
          <Button icon="copy" onClick={() => copyText(secret?.reveal() ?? '', 'text')}>
            {words.copied}
          </Button>
        )}
      </div>
      {mints.length > 0 && <Restore mints={mints} />}
    </SettingGroup>
  );
}

function Restore({ mints }: { readonly mints: readonly MintBalance[] }) {
  const { words, from } = useEcashStrings();
  const { restore } = useEcashIntents();
  const [mint, setMint] = useState(mints[0]?.mint ?? '');
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const submit = () => {
    const isRight = typed.trim() === '' || areWords(typed);
    setIsWrong(!isRight);
    if (!isRight) return;
    restore(mint, typed.trim());
    setTyped('');
  };
  return (
    <form
      noValidate
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <MintSelect label={from} mints={mints} value={mint} onChange={setMint} />
      <Field
        exact
        label={words.label}
        error={isWrong ? words.bad : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div>
        <Button type="submit">{words.restore}</Button>
      </div>
    </form>
  );
}

interface MintSelectProps {
  readonly label: string;
  readonly mints: readonly MintBalance[];
  readonly value: string;
  readonly onChange: (mint: string) => void;
}

/** Selects a mint. */
export function MintSelect({ label, mints, value, onChange }: MintSelectProps) {
  return (
    <Select
      label={label}
      value={value}
      // isolated, because the closed select has the direction of the page
      options={mints.map(({ mint, host }) => ({
        value: mint,
        label: `\u2066${host}\u2069`,
        exact: true,
      }))}
      onChange={onChange}
    />
  );
}
