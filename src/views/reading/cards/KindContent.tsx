import type { ComponentType } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { FileCard } from './FileCard.tsx';
import { GoalCard } from './GoalCard.tsx';
import { GroupCard } from './GroupCard.tsx';
import { HighlightCard } from './HighlightCard.tsx';
import { LiveCard } from './LiveCard.tsx';
import { OtherCard } from './OtherCard.tsx';
import { PollCard } from './PollCard.tsx';
import { ApprovedCard } from './ApprovedCard.tsx';

export interface KindProps {
  readonly event: VerifiedEvent;
  /** How deep in quotes it stands. */
  readonly depth?: number;
  /** It is what the screen is about. */
  readonly lead?: boolean;
}

const CARDS: Readonly<Record<number, ComponentType<KindProps>>> = {
  [KIND.Poll]: PollCard,
  [KIND.ZapPoll]: PollCard,
  [KIND.Highlight]: HighlightCard,
  [KIND.LiveEvent]: LiveCard,
  [KIND.StarterPack]: GroupCard,
  [KIND.Community]: GroupCard,
  [KIND.CommunityApproval]: ApprovedCard,
  [KIND.FileMetadata]: FileCard,
  [KIND.ZapGoal]: GoalCard,
};

/** Whether events of a kind have a card of their own. */
export function hasCard(kind: number): boolean {
  return CARDS[kind] !== undefined;
}

/** What an event says that is neither a note nor an article; of a kind that nobody here knows, how it describes itself (NIP-31). */
export function KindContent(props: KindProps) {
  const Card = CARDS[props.event.kind] ?? OtherCard;
  return <Card {...props} />;
}
