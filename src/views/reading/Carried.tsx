import type { Preview, VerifiedEvent } from '../../events/event.ts';
import type { AudioToken, EcashToken, EmbedToken, InvoiceToken, VideoToken } from '../../events/reading/content-token.ts';
import { Embed } from '../media/Embed.tsx';
import { Sound } from '../media/Sound.tsx';
import { Video } from '../media/Video.tsx';
import { EcashCard } from '../money/EcashCard.tsx';
import { InvoiceCard } from '../money/InvoiceCard.tsx';

export type CarriedPart = VideoToken | AudioToken | EmbedToken | InvoiceToken | EcashToken;

/** Players and cards that few notes carry; their code comes with the first one. */
export function Carried({ token, event }: { readonly token: CarriedPart; readonly event: VerifiedEvent | Preview }) {
  switch (token.type) {
    case 'video':
      return <Video token={token} event={event} />;
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
