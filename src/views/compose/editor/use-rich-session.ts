import { createContext, use, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useArticleTextStrings } from '../../ui/strings/article-text.ts';
import { type Given, RichSession } from './rich-session.ts';

export const RichContext = createContext<RichSession | undefined>(undefined);

/** A session for one text, which is told what its owner has of it. */
export function useRichSession({ markdown, onMarkdown, onUpload }: Omit<Given, 'words'> & { readonly markdown: string }): RichSession {
  const words = useArticleTextStrings();
  const [session] = useState(() => new RichSession(markdown, { onMarkdown, onUpload, words }));
  useLayoutEffect(() => session.give({ onMarkdown, onUpload, words }), [session, onMarkdown, onUpload, words]);
  useEffect(() => session.receive(markdown), [session, markdown]);
  return session;
}

/** The session that is drawn, and what is shown of it. */
export function useRich() {
  const session = use(RichContext);
  if (!session) throw new Error('no text is being written here');
  return { session, ...useSyncExternalStore(session.subscribe, session.snapshot) };
}
