import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { longDate } from '../../../events/core/format.ts';
import { picturesIn } from '../../../events/compose/article/article-edit.ts';
import { articlePath } from '../../../events/account/profile/profile-path.ts';
import { addressOf, parseAddress } from '../../../events/nostr/address.ts';
import {
  MAX_SUMMARY,
  MAX_TITLE,
  countWords,
  readingMinutes,
} from '../../../events/reading/article/article.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { isInputMethodKey } from '../../ui/hooks/input-method.ts';
import { copyText } from '../../ui/hooks/copy.ts';
import { useLeaveGuard } from '../../ui/navigation/leave-guard.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import { useSay } from '../../ui/strings/own-messages.ts';
import text from '../../ui/styles/text.module.css';
import { useIntents } from '../../publish/outbox/use-intents.ts';
import { ArticleActs } from './ArticleActs.tsx';
import { ArticleConflict } from './ArticleConflict.tsx';
import { ArticleCover } from './ArticleCover.tsx';
import { ArticleElsewhere } from './ArticleElsewhere.tsx';
import styles from './ArticleEditor.module.css';
import { ArticlePreview } from './ArticlePreview.tsx';
import { ArticlePublish } from './ArticlePublish.tsx';
import { ArticleReferences } from './ArticleReferences.tsx';
import { ArticleTags } from './ArticleTags.tsx';
import { ArticleText } from './ArticleText.tsx';
import { ArticleVersions, VersionsAside } from './ArticleVersions.tsx';
import {
  ArticleContext,
  useArticleEditor,
  useArticleElsewhere,
  useArticleFailure,
  useArticleOrders,
  useArticleReview,
  useArticleState,
  useArticleText,
  usePublishedArticle,
} from './use-article-edit.ts';
import { useLocale } from '../../ui/strings.ts';
import { useArticleUploads } from './use-article-uploads.ts';

interface ArticleEditorProps {
  readonly draft: string;
  readonly isNew: boolean;
  /** Public key of the author. */
  readonly account: string;
}

/** The editor of one article (COMPOSE-06). Every change is saved on this device automatically. */
export function ArticleEditor({ draft, isNew, account }: ArticleEditorProps) {
  const words = useArticleEditStrings();
  const { handle, unkept, articles } = useArticleEditor(draft, isNew);
  if (!handle || !articles)
    return (
      <Column title={words.screen} back width="reading">
        <Skeleton />
      </Column>
    );
  return (
    <ArticleContext value={handle}>
      <Opened
        account={account}
        draft={draft}
        unkept={unkept}
        leave={{ to: articles, event: { type: 'articleEdit.leave', draft } }}
      />
    </ArticleContext>
  );
}

interface OpenedProps {
  readonly account: string;
  readonly draft: string;
  readonly unkept: 'full' | 'blocked' | undefined;
  readonly leave: Parameters<typeof useLeaveGuard>[2];
}

function Opened({ account, draft, unkept, leave }: OpenedProps) {
  const words = useArticleEditStrings();
  const { isOpening, isMissing, isGone, isPublished, isTouched, isBlank, isSaved } =
    useArticleState();
  const { look } = useArticleOrders();
  const { going, send } = useArticleUploads(account, draft);
  const isOver = isOpening || isMissing || isGone || isPublished;
  const isAtStake = !isOver && isTouched && !isBlank;
  const [isPreview, setIsPreview] = useState(false);
  const [failed, setFailed] = useState(0);
  useLeaveGuard(
    isAtStake && (unkept !== undefined || !isSaved),
    unkept ? 'loseArticle' : 'leaveArticle',
    leave,
    unkept !== undefined,
  );
  // Another device may have written since.
  const seen = useEffectEvent(() => document.visibilityState === 'visible' && look());
  useEffect(() => {
    const turn = () => void seen();
    document.addEventListener('visibilitychange', turn);
    return () => document.removeEventListener('visibilitychange', turn);
  }, []);
  if (isOver)
    return (
      <Column title={words.screen} back width="reading">
        <Ended />
      </Column>
    );
  return (
    <>
      <Column
        title={words.screen}
        back
        width="reading"
        heading={<State unkept={unkept} />}
        actions={
          <ArticleActs
            isPreview={isPreview}
            isUploading={going > 0}
            failed={failed}
            onPreview={setIsPreview}
          />
        }
      >
        {isPreview && <ArticlePreview account={account} />}
        {/* Stays mounted, which keeps its caret and undo history. */}
        <div hidden={isPreview}>
          <Sheet onSend={send} onFailed={setFailed} />
        </div>
        <div className={styles.notices}>
          <ArticleElsewhere account={account} />
          <ArticleConflict />
          <Troubles unkept={unkept} />
        </div>
        <Foot />
        <ArticlePublish account={account} />
      </Column>
      <VersionsAside />
    </>
  );
}

/** The save state of the text, as the visible title of the page. */
function State({ unkept }: { readonly unkept: OpenedProps['unkept'] }) {
  const { state: words, versions } = useArticleEditStrings();
  const { isKept, isSaving, isSaved, isAsPublished, isBlank } = useArticleState();
  const said = unkept
    ? words[unkept]
    : isSaving
      ? words.saving
      : isBlank
        ? words.blank
        : isKept
          ? isSaved
            ? words.saved
            : isAsPublished
              ? versions.published
              : words.kept
          : words.typing;
  return (
    <p role="status" className={cx(styles.state, text.small, unkept && styles.danger)}>
      {said}
    </p>
  );
}

function Troubles({ unkept }: { readonly unkept: OpenedProps['unkept'] }) {
  const words = useArticleEditStrings();
  const say = useSay();
  const { unsaved, isReviewing, isPublishing, isFailed } = useArticleState();
  const { failure, reason } = useArticleFailure();
  const { title, summary, content } = useArticleText();
  if (unkept)
    return (
      <Notice
        tone="danger"
        announce
        action={
          <Button
            compact
            onClick={() =>
              void copyText([title, summary, content].join('\n\n')).catch(() => undefined)
            }
          >
            {words.state.copyText}
          </Button>
        }
      >
        {words.state[unkept]}
      </Notice>
    );
  if (failure && !isReviewing && !isPublishing && !isFailed)
    return (
      <Notice tone="danger" announce>
        {words.review.failed} {reason ? say(reason) : say({ code: failure })}
      </Notice>
    );
  return unsaved ? (
    <Notice tone={unsaved === 'tooLong' ? 'warning' : 'info'}>{words.unsaved[unsaved]}</Notice>
  ) : null;
}

interface SheetProps {
  readonly onSend: ReturnType<typeof useArticleUploads>['send'];
  readonly onFailed: (count: number) => void;
}

function Sheet({ onSend, onFailed }: SheetProps) {
  const { fields } = useArticleEditStrings();
  const written = useArticleText();
  const { write, attach } = useArticleOrders();
  const summary = useRef<HTMLTextAreaElement>(null);
  /** A title is one line. */
  const leaveTitle = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isInputMethodKey(event.nativeEvent)) return;
    event.preventDefault();
    summary.current?.focus();
  };
  const upload = async (file: File): Promise<string> => {
    const { url, tag } = await onSend(file);
    attach(tag);
    return url;
  };
  return (
    <>
      <div className={styles.sheet}>
        <ArticleCover
          image={written.image}
          onChange={(image, tag) => (tag ? attach(tag, { image }) : write({ image }))}
        />
        <textarea
          className={styles.title}
          aria-label={fields.title}
          placeholder={fields.title}
          dir="auto"
          rows={1}
          maxLength={MAX_TITLE}
          enterKeyHint="next"
          value={written.title}
          onKeyDown={leaveTitle}
          onChange={({ currentTarget }) => write({ title: oneLine(currentTarget.value) })}
        />
        <textarea
          ref={summary}
          className={styles.deck}
          aria-label={fields.summary}
          placeholder={fields.summary}
          dir="auto"
          rows={1}
          maxLength={MAX_SUMMARY}
          value={written.summary}
          onChange={({ currentTarget }) => write({ summary: currentTarget.value })}
        />
        <ArticleTags tags={written.hashtags} onChange={(hashtags) => write({ hashtags })} />
      </div>
      <ArticleReferences content={written.content} />
      <ArticleText
        markdown={written.content}
        onMarkdown={(content) => write({ content })}
        onUpload={upload}
        onFailed={onFailed}
      />
    </>
  );
}

/** Return a text, such as a pasted one, as one line. */
function oneLine(value: string): string {
  return value.replaceAll(/\s*[\n\r\u2028\u2029]\s*/gu, ' ');
}

function Foot() {
  const locale = useLocale();
  const words = useArticleEditStrings();
  const { content } = useArticleText();
  const { isBlank, isSaving, isSaved } = useArticleState();
  const { publishedAt } = useArticleReview();
  const { save } = useArticleOrders();
  const [isListed, setIsListed] = useState(false);
  const count = useMemo(() => countWords(content), [content]);
  const pictures = useMemo(() => picturesIn(content), [content]);
  return (
    <footer className={styles.foot}>
      <span className={cx(text.small, text.muted, text.num)}>{words.words(count)}</span>
      <span className={cx(text.small, text.muted, text.num)}>
        {words.minutes(readingMinutes(count))}
      </span>
      {pictures.length > 0 && (
        <span className={cx(text.small, text.muted, text.num)}>
          {words.pictures(pictures.length, pictures.filter(({ alt }) => alt === '').length)}
        </span>
      )}
      {publishedAt !== undefined && (
        <span className={cx(text.small, text.muted)}>
          {words.lastPublished(longDate(publishedAt, locale))}
        </span>
      )}
      <span className={styles.push}>
        <span className={styles.listed}>
          <Button compact icon="clock" aria-haspopup="dialog" onClick={() => setIsListed(true)}>
            {words.versions.title}
          </Button>
        </span>
        <Button compact busy={isSaving} disabled={isBlank || isSaved} onClick={save}>
          {words.saveDraft}
        </Button>
      </span>
      {isListed && <ArticleVersions onClose={() => setIsListed(false)} />}
    </footer>
  );
}

/**
 * Shown if the article cannot be edited. Its links replace this page in the history, because going
 * back to a finished draft leads nowhere.
 */
function Ended() {
  const words = useArticleEditStrings();
  const { isOpening, isGone, isPublished, isNoted } = useArticleState();
  const { unseal } = useArticleOrders();
  const { quote } = useIntents();
  const event = usePublishedArticle();
  const other = useArticleElsewhere();
  const address = event && parseAddress(addressOf(event) ?? '');
  if (isOpening) return <Skeleton />;
  if (isPublished)
    return (
      <EmptyState
        title={words.done.title}
        action={
          <span className={styles.choices}>
            {address && (
              <LinkButton tone="primary" to={articlePath(address)} replace>
                {words.done.read}
              </LinkButton>
            )}
            {address && other !== undefined && (
              <LinkButton to={articlePath({ ...address, identifier: other })} replace>
                {words.elsewhere.other}
              </LinkButton>
            )}
            {event && !isNoted && (
              <Button onClick={() => quote({ event })}>{words.done.promote}</Button>
            )}
            <LinkButton to="/myarticles" replace>
              {words.mine.title}
            </LinkButton>
          </span>
        }
      >
        {other === undefined ? words.done.text : words.elsewhere.twice}
      </EmptyState>
    );
  if (isGone)
    return (
      <EmptyState
        title={words.gone.title}
        action={
          <LinkButton to="/myarticles" replace>
            {words.gone.mine}
          </LinkButton>
        }
      >
        {words.gone.text}
      </EmptyState>
    );
  return (
    <EmptyState
      title={words.missing.title}
      action={<Button onClick={unseal}>{words.missing.retry}</Button>}
    >
      {words.missing.text}
    </EmptyState>
  );
}
