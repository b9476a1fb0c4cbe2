import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { buildDeletion } from '../../../events/compose/acts/build-acts.ts';
import { countedOn } from '../../../events/compose/acts/counted-on.ts';
import { takenBy } from '../../../events/publish/outbox/outbox.ts';
import { useAsk } from '../../ui/hooks/use-ask.ts';
import { now } from '../../ui/hooks/now.ts';
import { useOutboxRecordsNow } from './use-outbox.ts';

/** Return confirmations for actions that are public or that hide something. */
export function useConfirmations() {
  const { ask, intended } = useAsk();
  const records = useOutboxRecordsNow();
  return {
    /** `event`: the reported event, if there is one. */
    askReport: (pubkey: string, event?: VerifiedEvent) => ask({ code: 'report', pubkey, event }),
    askDeletion: (event: VerifiedEvent) => {
      const draft = buildDeletion([event], event.pubkey);
      if (!draft) return;
      const record = [...records().values()].find((one) => one.event?.id === event.id);
      // Relays that stored it must receive the deletion. A relay that only the service names is not
      // contacted (TRUST-07).
      const also = record ? takenBy(record) : [];
      const about = countedOn(event);
      ask(
        { code: 'delete' },
        intended({
          type: 'intents.publish',
          draft,
          now: now(),
          done: { code: 'delete.done' },
          also,
          about,
        }),
      );
    },
  };
}
