import { useMemo, useState } from 'react';
import type { Preview, VerifiedEvent } from '../../../events/nostr/event.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import { inOtherWords } from '../../../events/reading/content/translation.ts';
import { withMedia } from '../../../events/reading/content/text-kinds.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useStrings } from '../../ui/strings.ts';
import { type TranslationStrings, useTranslationStrings } from '../../ui/strings/translation.ts';
import text from '../../ui/styles/text.module.css';
import { NoteText } from './NoteText.tsx';
import { type Translation, useTranslation } from './use-translation.ts';

/**
 * A note in the reader's language, marked as the browser's translation. The original is one press
 * away (BEYOND-15).
 */
export function TranslationDialog({
  event,
  onClose,
}: {
  readonly event: VerifiedEvent;
  readonly onClose: () => void;
}) {
  const { app } = useStrings();
  const words = useTranslationStrings();
  const translation = useTranslation(event);
  const { said, to, problem, retry } = translation;
  const [isOriginal, setIsOriginal] = useState(false);
  const reworded = useMemo(() => said && preview(event, said), [event, said]);
  const shown = isOriginal ? undefined : reworded;
  return (
    <Dialog
      title={words.title}
      size="wide"
      onClose={onClose}
      foot={
        reworded ? (
          <Button onClick={() => setIsOriginal(!isOriginal)}>
            {isOriginal ? words.showTranslation : words.showOriginal}
          </Button>
        ) : (
          (problem === 'slow' || problem === 'failed') && (
            <Button onClick={retry}>{app.action.retry}</Button>
          )
        )
      }
    >
      <p role="status" className={cx(text.small, text.muted)}>
        {isOriginal ? words.original : lineOf(words, translation)}
      </p>
      <div lang={shown && to}>
        <NoteText event={shown ?? event} lead />
      </div>
    </Dialog>
  );
}

/** Build the translated note. It is unsigned. */
function preview(
  { kind, pubkey, tags, content }: VerifiedEvent,
  words: ReadonlyMap<string, string>,
): Preview {
  const tokens = inOtherWords(tokenize(withMedia({ kind, tags, content }), location.origin), words);
  // The translated text already contains the title.
  return {
    kind,
    pubkey,
    tags: tags.filter(([name]) => name !== 'title'),
    content: tokens.map((token) => token.text).join(''),
  };
}

function lineOf(
  words: TranslationStrings,
  { from, loaded, problem, isWorking }: Translation,
): string {
  const language = from === undefined ? words.otherLanguage : words.language(from);
  if (problem) return words.problems[problem](language);
  if (!isWorking) return words.translated(language);
  return loaded === undefined || loaded >= 1 ? words.working : words.loading(loaded);
}
