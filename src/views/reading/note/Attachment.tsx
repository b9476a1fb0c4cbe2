import type { ReactNode } from 'react';
import type { LinkPreview } from '../../../events/connection/claims.ts';
import type { Preview, VerifiedEvent } from '../../../events/nostr/event.ts';
import type {
  AudioToken,
  EcashToken,
  EmbedToken,
  InvoiceToken,
  LinkToken,
  VideoToken,
} from '../../../events/reading/content/content-token.ts';
import { Embed } from '../../media/Embed.tsx';
import { Sound } from '../../media/Sound.tsx';
import { Video } from '../../media/Video.tsx';
import { EcashCard } from '../../money/ecash/EcashCard.tsx';
import { InvoiceCard } from '../../money/payments/InvoiceCard.tsx';
import { LinkPart } from '../links/LinkPart.tsx';
import { KindPlace } from './CardPlaceholder.tsx';
import { WarningCover } from '../moderation/WarningCover.tsx';

/** `kind`: the event itself is neither note nor article. */
export type CarriedPart =
  /** `isAsked`: the user asked for the video already. */
  | (VideoToken & { readonly isAsked?: boolean })
  | AudioToken
  | EmbedToken
  | InvoiceToken
  | EcashToken
  | { readonly type: 'kind' }
  | {
      readonly type: 'preview';
      readonly preview: LinkPreview | undefined;
      readonly link: LinkToken;
      /** Shown if there is no preview. */
      readonly fallback: ReactNode;
    }
  | { readonly type: 'warning'; readonly warning: string; readonly onShow: () => void };

export interface CarriedProps {
  readonly token: CarriedPart;
  readonly event: VerifiedEvent | Preview;
  /** Nesting depth in quotes, and whether it is the subject of the screen. */
  readonly depth?: number;
  readonly lead?: boolean;
}

/** Rare players and cards. Their code loads with the first one. */
export function Carried({ token, event, ...place }: CarriedProps) {
  switch (token.type) {
    case 'kind':
      return event.id === undefined ? null : <KindPlace event={event} {...place} />;
    case 'preview':
      return <LinkPart {...token} event={event} />;
    case 'warning':
      return <WarningCover {...token} />;
    case 'video':
      return <Video token={token} event={event} isAsked={token.isAsked} />;
    case 'audio':
      return <Sound url={token.url} />;
    case 'embed':
      return <Embed embed={token.embed} url={token.url} />;
    case 'invoice':
      return <InvoiceCard text={token.invoice} />;
    case 'ecash':
      return <EcashCard token={token.token} />;
  }
}
