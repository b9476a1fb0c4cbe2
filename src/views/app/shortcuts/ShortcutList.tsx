import { Fragment } from 'react';
import { SHORTCUT_GROUPS } from '../../../events/app/shortcuts.ts';
import { useChangeSettings, useSetting } from '../../ui/hooks/app-context.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Toggle } from '../../ui/controls/Toggle.tsx';
import styles from './ShortcutList.module.css';
import { useKeysStrings } from '../../ui/strings/keys.ts';

/** All keyboard shortcuts (`?`), and the switch for those without Ctrl. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const words = useKeysStrings();
  const singles = useSetting('singleKeys');
  const change = useChangeSettings();
  return (
    <Dialog title={words.title} size="wide" onClose={onClose}>
      <ShortcutTable />
      <Toggle
        label={words.singles}
        hint={words.singlesHint}
        on={singles}
        onChange={(singleKeys) => change({ singleKeys })}
      />
    </Dialog>
  );
}

/** The table of keys, also for the help page. */
export function ShortcutTable() {
  const words = useKeysStrings();
  return (
    <div className={styles.groups}>
      <Group title={words.groups.everywhere} keys={SHORTCUT_GROUPS.everywhere} />
      <Group title={words.groups.go} keys={SHORTCUT_GROUPS.go} />
      <Group title={words.groups.feed} keys={SHORTCUT_GROUPS.feed} />
      <Group title={words.groups.thread} keys={SHORTCUT_GROUPS.thread} />
    </div>
  );
}

function Group({
  title,
  keys,
}: {
  readonly title: string;
  readonly keys: Readonly<Record<string, readonly string[]>>;
}) {
  const words = useKeysStrings();
  const said = Object.entries(words.does);
  return (
    <section className={styles.group}>
      <h3 className={styles.title}>{title}</h3>
      <dl>
        {Object.entries(keys).map(([name, ways]) => (
          <div key={name} className={styles.row}>
            <dt>{said.find(([one]) => one === name)?.[1]}</dt>
            <dd className={styles.keys}>
              {ways.map((way, at) => (
                <Fragment key={way}>
                  {at > 0 && <span>{words.or}</span>}
                  <Keys way={way} />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** `Ctrl+K` is pressed together, `g h` one after the other. */
export function Keys({ way }: { readonly way: string }) {
  const { next, names } = useKeysStrings();
  const said = new Map(Object.entries(names));
  return way.split(' ').map((press, at) => (
    <Fragment key={press}>
      {at > 0 && <span>{next}</span>}
      {press.split('+').map((key) => (
        <kbd key={key}>{said.get(key) ?? key}</kbd>
      ))}
    </Fragment>
  ));
}
