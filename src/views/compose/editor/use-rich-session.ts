import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useArticleTextStrings } from '../../ui/strings/article-text.ts';
import { type Given, RichSession } from './rich-session.ts';

export const RichContext = createContext<RichSession | undefined>(undefined);

/** Return a session for one text, which receives its owner's updates. */
export function useRichSession({
  markdown,
  onMarkdown,
  onUpload,
}: Omit<Given, 'words'> & { readonly markdown: string }): RichSession {
  const words = useArticleTextStrings();
  const [session] = useState(() => new RichSession(markdown, { onMarkdown, onUpload, words }));
  useLayoutEffect(
    () => session.give({ onMarkdown, onUpload, words }),
    [session, onMarkdown, onUpload, words],
  );
  useEffect(() => session.receive(markdown), [session, markdown]);
  return session;
}

/** Return the session and its rendered state. */
export function useRich() {
  const session = use(RichContext);
  if (!session) throw new Error('no text is being written here');
  return { session, ...useSyncExternalStore(session.subscribe, session.snapshot) };
}
