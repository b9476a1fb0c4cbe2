import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LinkPreview } from '../../../events/connection/claims.ts';
import { safeUrl } from '../../../events/core/url.ts';
import type { Preview, VerifiedEvent } from '../../../events/nostr/event.ts';
import type { LinkToken } from '../../../events/reading/content/content-token.ts';
import { isCard, linkPreviewOf } from '../../../events/reading/content/link-card.ts';
import { useFacts, useSetting } from '../../ui/hooks/app-context.ts';
import { LinkCard } from './LinkCard.tsx';
import { useLinkPreviews } from './use-link-previews.ts';

interface LinkPartProps {
  readonly preview: LinkPreview | undefined;
  readonly link: LinkToken;
  readonly fallback: ReactNode;
  readonly event: VerifiedEvent | Preview;
}

/**
 * The card of a link, or the link. Nothing is asked for a text that is being written (E-58).
 */
export function LinkPart({ preview, link, fallback, event }: LinkPartProps) {
  const href = safeUrl(link.url);
  if (href === undefined) return fallback;
  if (isCard(preview)) return <LinkCard preview={preview} href={href} />;
  if (preview || event.id === undefined) return fallback;
  return <LateCard link={link} href={href} fallback={fallback} />;
}

/**
 * A link whose preview arrives later. Its card is drawn only while the link is below the window, so
 * that nothing in view moves (FEED-14). Otherwise the next drawing of the note has it.
 */
function LateCard({
  link,
  href,
  fallback,
}: Pick<LinkPartProps, 'link' | 'fallback'> & { readonly href: string }) {
  const mark = useRef<HTMLElement>(null);
  const known = useFacts((facts) => linkPreviewOf(facts, link));
  const [shown, setShown] = useState<LinkPreview>();
  const isSaving = useSetting('dataSaver');
  const { seen, left } = useLinkPreviews(!isSaving);
  const isKnown = isCard(known);
  const isOpen = known === undefined;
  const show = useEffectEvent(() => isCard(known) && setShown(known));
  const tell = useEffectEvent((isInView: boolean, url: string) =>
    isInView ? seen(url) : left(url),
  );
  useEffect(() => {
    const element = mark.current;
    if (!element || typeof IntersectionObserver === 'undefined') return undefined;
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry) return;
      if (isKnown && entry.boundingClientRect.top >= window.innerHeight) show();
      else tell(isOpen && entry.isIntersecting, href);
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      tell(false, href);
    };
  }, [isKnown, isOpen, href]);
  if (shown) return <LinkCard preview={shown} href={href} />;
  return (
    <>
      {fallback}
      <i ref={mark} style={{ position: 'absolute' }} aria-hidden="true" />
    </>
  );
}
