import type { ComponentType } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { isSealed } from '../../../events/reading/thread/opened-event.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { AwardCard, BadgeCard, ProfileBadgesCard } from './BadgeCard.tsx';
import { ChannelCard } from './ChannelCard.tsx';
import { ClassifiedCard } from './ClassifiedCard.tsx';
import { FileCard } from './FileCard.tsx';
import { GoalCard } from './GoalCard.tsx';
import { GroupCard } from './GroupCard.tsx';
import { HighlightCard } from './HighlightCard.tsx';
import { LiveCard } from './LiveCard.tsx';
import { NutzapCard } from './NutzapCard.tsx';
import { OtherCard } from './OtherCard.tsx';
import { PollCard } from './PollCard.tsx';
import { ReleaseCard } from './ReleaseCard.tsx';
import { SealedCard } from './SealedCard.tsx';
import { VoiceCard } from './VoiceCard.tsx';
import { ApprovedCard } from './ApprovedCard.tsx';

export interface KindProps {
  readonly event: VerifiedEvent;
  /** Nesting depth in quotes. */
  readonly depth?: number;
  /** True if the event is the subject of the screen. */
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
  [KIND.VoiceMessage]: VoiceCard,
  [KIND.VoiceReply]: VoiceCard,
  [KIND.BadgeDefinition]: BadgeCard,
  [KIND.BadgeAward]: AwardCard,
  [KIND.ProfileBadges]: ProfileBadgesCard,
  [KIND.ProfileBadgesOld]: ProfileBadgesCard,
  [KIND.Classified]: ClassifiedCard,
  [KIND.ChannelCreation]: ChannelCard,
  [KIND.ChannelMetadata]: ChannelCard,
  [KIND.SoftwareRelease]: ReleaseCard,
  [KIND.Nutzap]: NutzapCard,
};

/** True if events of this kind have a card of their own. */
export function hasCard(kind: number): boolean {
  return CARDS[kind] !== undefined;
}

/**
 * The content of an event that is neither a note nor an article. An unknown kind shows its own
 * description (NIP-31).
 */
export function KindContent(props: KindProps) {
  const account = useAccount();
  const Card = isSealed(props.event, account?.pubkey)
    ? SealedCard
    : (CARDS[props.event.kind] ?? OtherCard);
  return <Card {...props} />;
}
