import { useMemo } from 'react';
import { entriesOf } from '../../events/account/list-state.ts';
import { missingIn } from '../../events/account/list-watch.ts';
import type { ListName } from '../../events/account/list-form.ts';
import { exactTime } from '../../events/app/format.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Dialog } from '../app/primitives/Dialog.tsx';
import { SettingRow } from '../app/primitives/SettingRow.tsx';
import { useActStrings } from '../app/strings/acts.ts';
import { useSettingsStrings } from '../app/strings/settings.ts';
import { useIntents, useOwnList } from '../publish/use-intents.ts';
import { useParts } from './use-parts.ts';

/** The time machine of a list (BEYOND-02): its versions, newest first, and what of each is missing now. */
export function VersionsDialog({ list, onClose }: { readonly list: ListName; readonly onClose: () => void }) {
  const { versions: words } = useSettingsStrings();
  const { versions, version } = useOwnList(list);
  const { list: said } = useActStrings();
  // all that a long list has in many versions takes a while to compare
  const { shown, rest, more, ref } = useParts(versions ? [versions.current, ...versions.older] : [], { first: 5, next: 5 });
  return (
    <Dialog title={words.title} subtitle={words.text} onClose={onClose}>
      <ul ref={ref}>
        {shown.map((one) => (
          <li key={one.id} tabIndex={-1}>
            <Version list={list} version={one} now={version} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button tone="quiet" compact onClick={more}>
          {said.more(rest)}
        </Button>
      )}
    </Dialog>
  );
}

function Version({
  list,
  version,
  now,
}: {
  readonly list: ListName;
  readonly version: VerifiedEvent;
  readonly now: VerifiedEvent | undefined;
}) {
  const { versions: words } = useSettingsStrings();
  const orders = useIntents();
  const missing = useMemo(() => missingIn(list, version, now), [list, version, now]);
  const count = words.entries(entriesOf(list, version).size);
  const state = version.id === now?.id ? words.now : missing.length > 0 ? words.missing(missing.length) : words.same;
  const restore = () => orders.edit(list, ...missing.map((tag) => ({ act: 'add', tag }) as const));
  return (
    <SettingRow title={exactTime(version.created_at)} hint={`${count}. ${state}`}>
      {missing.length > 0 && (
        <Button compact onClick={restore}>
          {words.restore}
        </Button>
      )}
    </SettingRow>
  );
}
