import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { listAddress } from '../../events/account/list-form.ts';
import type { ListIntent } from '../../events/account/list-intents.ts';
import { heldVersion, unheldIn } from '../../events/account/list-state.ts';
import { hasMirrors, mediaServersIn } from '../../events/account/media-servers.ts';
import { getRow } from '../../events/table.ts';
import type { CitizenActor } from '../../machines/account/citizen.machine.ts';
import type { ListEditActor } from '../../machines/account/list-edit.machine.ts';
import { useFacts } from '../app/app-context.ts';

const NO_INTENTS: readonly ListIntent[] = [];

/** The media servers of who is here, as they are wanted, and whether files are mirrored. `isSaving`: the list is being changed. */
export function useMediaServers(citizen: CitizenActor) {
  const account = useSelector(citizen, ({ context }) => context.account);
  const home = useSelector(citizen, ({ context }) => context.home);
  const outbox = useSelector(citizen, ({ children }) => children.outbox);
  const lists = useSelector(citizen, ({ children }) => children.lists);
  const media = useSelector(citizen, ({ children }) => children.media);
  const editor = useSelector(lists, (snapshot): ListEditActor | undefined => snapshot?.children['edit mediaServers']);
  const queue = useSelector(editor, (snapshot) => snapshot?.context.queue);
  const unheld = useSelector(outbox, (snapshot) => snapshot && unheldIn(snapshot.context.records));
  const list = useFacts((facts) => heldVersion(getRow(facts.lists, listAddress('mediaServers', account)), unheld));
  const chosen = useSelector(media, (snapshot) => snapshot?.context.mirrors);
  const servers = useMemo(() => mediaServersIn(list, home, queue?.flatMap(({ intents }) => intents) ?? NO_INTENTS), [list, home, queue]);
  return { media, home, servers, mirrors: hasMirrors(chosen, servers.length), isSaving: queue !== undefined && queue.length > 0 };
}

/** As people read it: without the scheme that all should have. */
export function serverName(origin: string): string {
  return origin.replace(/^https:\/\//, '');
}
