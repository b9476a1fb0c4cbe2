import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { UserMessage } from '../../../events/account/user-message.ts';
import { isPausedUnsure, silentIn } from '../../../events/account/lists/list-base.ts';
import { unknownMessage } from '../../../events/account/lists/list-error.ts';
import {
  changesOf,
  type ProfileField,
  trimmed,
} from '../../../events/account/profile/profile-fields.ts';
import { getRow } from '../../../events/core/table.ts';
import type { ProfileEditActor } from '../../../machines/account/profile/profile-edit.machine.ts';
import type { Consequence } from '../../../machines/core/dialogs.machine.ts';
import { useAccount, useFacts } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { useFeature } from '../../account/use-features.ts';

type Snapshot = SnapshotFrom<ProfileEditActor>;

/**
 * Return whether the own profile can be edited now. 'lost': the account's relays could not be
 * found.
 */
export function useProfileEditing(): 'ready' | 'lost' | 'waiting' {
  const lists = useFeature('lists');
  const isLost = useSelector(
    useFeature('relayList'),
    (snapshot) => snapshot?.matches('failed') ?? false,
  );
  return lists ? 'ready' : isLost ? 'lost' : 'waiting';
}

/**
 * Open the editor of the own profile. True once it is open. The editor survives the screen while
 * there is unsaved input. Otherwise it ends with the screen.
 */
export function useOpenedEditor(): boolean {
  const lists = useFeature('lists');
  const account = useAccount();
  const isOpen = useSelector(lists, (snapshot) => snapshot?.children.profile !== undefined);
  const seen = useFacts((facts) =>
    account ? getRow(facts.profiles, account.pubkey)?.source : undefined,
  );
  const open = useEffectEvent(() =>
    lists?.send({
      type: 'lists.profile',
      remembered: seen ? [seen] : [],
      now: now(),
      home: window.location.origin,
    }),
  );
  useEffect(() => {
    open();
    return () => {
      const last = lists?.getSnapshot().children.profile;
      if (last && !isTyped(last.getSnapshot())) last.send({ type: 'profile.close' });
    };
  }, [lists]);
  return isOpen;
}

function useEditor(): ProfileEditActor {
  const editor = useSelector(
    useFeature('lists'),
    (snapshot): ProfileEditActor | undefined => snapshot?.children.profile,
  );
  if (!editor) throw new Error('no profile is being edited');
  return editor;
}

/** Return the edited profile, once `useOpenedEditor` is true. */
export function useProfileEdit() {
  const { fields, problems, note } = useSelector(useEditor(), ({ context }) => context);
  return { fields, problems, note };
}

/**
 * Return the state of the editor. `obstacle`: why the current profile could not be loaded, in
 * words, if it is more than a timeout. `hasTyped`: there is unsaved input.
 */
export function useProfileEditState() {
  return useSelector(
    useEditor(),
    (snapshot) => ({
      isUnknown: snapshot.matches('unknown'),
      isFailed: snapshot.matches('failed'),
      isFirst: snapshot.hasTag('loading') && snapshot.context.purpose === 'open',
      isBusy: snapshot.hasTag('loading') || snapshot.hasTag('busy'),
      isPublishing: snapshot.hasTag('busy'),
      isEditable: snapshot.hasTag('editable'),
      isNone: snapshot.context.base.state === 'none',
      hasTyped: isTyped(snapshot),
      obstacle: obstacleOf(snapshot),
    }),
    shallowEqual,
  );
}

/**
 * Return the profile to be signed, while it awaits confirmation. `isSure`: every source of the
 * current profile that was asked has answered. `isPaused`: the relays are paused.
 */
export function useProfilePlan() {
  const editor = useEditor();
  return {
    plan: useSelector(editor, (snapshot) =>
      snapshot.hasTag('asking') ? snapshot.context.plan : undefined,
    ),
    isSure: useSelector(editor, ({ context: { base } }) => silentIn(base).length === 0),
    isPaused: useSelector(editor, ({ context: { base } }) => isPausedUnsure(base)),
  };
}

/** Return the actions on the edited profile. */
export function useProfileEditIntents() {
  const editor = useEditor();
  return {
    type: (field: ProfileField, text: string) => editor.send({ type: 'profile.type', field, text }),
    /** Returns the errors of the fields, if any. */
    save: () => {
      editor.send({ type: 'profile.save', now: now() });
      return editor.getSnapshot().context.problems;
    },
    again: () => editor.send({ type: 'profile.retry', now: now() }),
    back: () => editor.send({ type: 'profile.back' }),
    confirm: () => editor.send({ type: 'profile.confirm', now: now() }),
    giveUp: () => editor.send({ type: 'profile.giveUp' }),
    /** The consequence of confirming to leave the editor. */
    closing: { to: editor, event: { type: 'profile.close' } } satisfies Consequence,
  };
}

function obstacleOf({ context: { base } }: Snapshot): UserMessage | undefined {
  return base.state === 'unknown' ? unknownMessage('profile', base.why) : undefined;
}

function isTyped({ context: { fields, shown }, value }: Snapshot): boolean {
  const isPublishing = typeof value === 'object';
  return !isPublishing && Object.keys(changesOf(shown, trimmed(fields, shown))).length > 0;
}
