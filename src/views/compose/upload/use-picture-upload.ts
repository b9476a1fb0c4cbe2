import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type { Tag } from '../../../events/nostr/event.ts';
import type { Uploaded } from '../../../events/media/upload.ts';
import type { PictureField } from '../../../machines/media/upload/picture.machine.ts';
import { useAccount, useAccountActor } from '../../ui/hooks/app-context.ts';
import { nowMillis } from '../../ui/hooks/now.ts';
import { uploadsIn, useUpload } from './use-compose-files.ts';
import { useKnownOfFiles } from './use-files.ts';
import { useFeature } from '../../account/use-features.ts';

/** A picture of the own profile on its way (PROFILE-10). `onUploaded`: is told its address, and what is known of it (an imeta tag), once, when it lies on a server. */
export function usePictureUpload(field: PictureField, onUploaded: (url: string, tag: Tag) => void) {
  const account = useAccount();
  const owner = useAccountActor();
  const actor = useFeature('picture');
  const withKnown = useKnownOfFiles(account?.pubkey ?? '');
  const isMine = useSelector(actor, (snapshot) => snapshot?.context.field === field);
  const isBusy = useSelector(actor, (snapshot) => snapshot?.hasTag('busy') === true);
  const isFailed = useSelector(actor, (snapshot) => snapshot?.matches('failed') === true);
  const there = useSelector(actor, (snapshot) => (snapshot?.context.field === field ? snapshot.context.there : undefined));
  const uploads = useSelector(actor, (snapshot) => snapshot?.children.uploads);
  const upload = useSelector(uploads, (snapshot) => (snapshot ? uploadsIn(snapshot)[0] : undefined));
  const state = useUpload(upload);
  const take = useEffectEvent(({ url, tag }: Uploaded) => {
    onUploaded(url, tag);
    actor?.send({ type: 'picture.taken' });
  });
  useEffect(() => {
    if (there) take(there);
  }, [there]);
  return {
    /** Another picture may be on its way. */
    isBusy,
    isGoing: isMine && isBusy,
    failure: isMine && isFailed ? (state.failure ?? ({ fault: 'other' } as const)) : undefined,
    canRetry: state.canRetry,
    tier: state.tier,
    /** Its code may have to be fetched first. */
    open: () => owner.send({ type: 'account.intent', intent: { type: 'picture.open' } }),
    begin: (file: File) => owner.send({ type: 'account.intent', intent: { type: 'picture.upload', field, add: withKnown([file]) } }),
    retry: () => upload?.send({ type: 'upload.retry', now: nowMillis() }),
    cancel: () => actor?.send({ type: 'picture.cancel' }),
  };
}
