import { longDate } from '../../../events/core/format.ts';
import { useState } from 'react';
import { picturesIn } from '../../../events/compose/article/article-edit.ts';
import { countWords } from '../../../events/reading/article/article.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { useSetting } from '../../ui/hooks/app-context.ts';
import { BUILD } from '../../ui/hooks/build.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Toggle } from '../../ui/controls/Toggle.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useFailureWords } from '../../publish/outbox/use-failure-words.ts';
import { BreakableText } from '../../ui/display/BreakableText.tsx';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import { useReasonStrings } from '../../ui/strings/reasons.ts';
import { failureReason } from '../../../events/publish/outbox/publish-failure.ts';
import { useConnection } from '../../connection/use-connection.ts';
import { useSay } from '../../ui/strings/own-messages.ts';
import text from '../../ui/styles/text.module.css';
import styles from './ArticleEditor.module.css';
import {
  useArticleFailure,
  useArticleOrders,
  useArticleReview,
  useArticleState,
  useArticleText,
} from './use-article-edit.ts';
import { useLocale } from '../../ui/strings.ts';

/**
 * The article to be published with author, identifier and relays, and the progress of publishing
 * (COMPOSE-06).
 */
export function ArticlePublish({ account }: { readonly account: string }) {
  const { review: words } = useArticleEditStrings();
  const { isReviewing, isPublishing, isFailed } = useArticleState();
  const { isReady, isLate } = useArticleReview();
  const { back, publish, retry, edit } = useArticleOrders();
  const isNamed = useSetting('clientTag');
  const [isNoted, setIsNoted] = useState(false);
  if (!isReviewing && !isPublishing && !isFailed) return null;
  const foot = isFailed ? (
    <>
      <Button onClick={edit}>{words.change}</Button>
      <Button tone="primary" onClick={retry}>
        {words.again}
      </Button>
    </>
  ) : (
    <>
      <Button data-autofocus disabled={isPublishing && !isLate} onClick={isLate ? edit : back}>
        {words.back}
      </Button>
      <Button
        tone="primary"
        busy={isPublishing}
        disabled={!isReady && !isPublishing}
        onClick={() => publish(isNamed ? BUILD.version : undefined, isNoted)}
      >
        {isPublishing ? words.sending : words.publish}
      </Button>
    </>
  );
  const close = () => (isReviewing ? back() : isFailed ? edit() : undefined);
  return (
    <Dialog title={words.title} onClose={close} locked={isPublishing} foot={foot}>
      <Facts account={account} />
      <Toggle
        label={words.note}
        hint={words.noteText}
        on={isNoted}
        disabled={!isReviewing}
        onChange={setIsNoted}
      />
      <div className={styles.said} role="status">
        <Said />
      </div>
    </Dialog>
  );
}

function Said() {
  const { review: words } = useArticleEditStrings();
  const { isReviewing, isPublishing, isFailed } = useArticleState();
  const { isLooking, isLate, isOpposed, isUnheard, sentTo } = useArticleReview();
  const { look } = useArticleOrders();
  if (isFailed) return <Failed />;
  if (isPublishing)
    return <p className={text.muted}>{isLate ? words.late : words.waiting(sentTo)}</p>;
  if (!isReviewing) return null;
  if (isLooking) return <p className={text.muted}>{words.looking}</p>;
  if (isOpposed) return <Notice tone="warning">{words.conflict}</Notice>;
  if (isUnheard)
    return (
      <Notice
        tone="warning"
        action={
          <Button compact onClick={look}>
            {words.look}
          </Button>
        }
      >
        {words.unheard}
      </Notice>
    );
  return null;
}

/** Why the article was not published, in the relay's own words if it refused. */
function Failed() {
  const { review: words } = useArticleEditStrings();
  const { failure, record } = useArticleFailure();
  const say = useSay();
  const { waits } = useReasonStrings();
  const { isOffline } = useConnection();
  const failureWords = useFailureWords();
  const why = record && failureReason(record);
  const explained = why && failureWords(why);
  // without a reason, the record still waits for an answer
  if (explained ? explained.wait === 'offlineOnly' : isOffline)
    return <Notice>{waits.offlineOnly}</Notice>;
  const said = why && why.code !== 'silent' ? explained?.text : failure && say({ code: failure });
  return (
    <Notice tone="danger">
      {words.failed} <IsolatedText>{said}</IsolatedText>
    </Notice>
  );
}

function Facts({ account }: { readonly account: string }) {
  const locale = useLocale();
  const { review: words, words: counted, pictures: said } = useArticleEditStrings();
  const { title, content } = useArticleText();
  const { identifier, publishedAt, relays } = useArticleReview();
  const pictures = picturesIn(content);
  const about =
    pictures.length === 0
      ? []
      : [said(pictures.length, pictures.filter(({ alt }) => alt === '').length)];
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{words.article}</dt>
        <dd dir="auto">
          <BreakableText text={title} />
          <p className={text.small}>{[counted(countWords(content)), ...about].join(' · ')}</p>
        </dd>
      </div>
      <div>
        <dt>{words.as}</dt>
        <dd>
          <AccountLink pubkey={account} />
        </dd>
      </div>
      <div>
        <dt>{words.address}</dt>
        <dd>
          <span className={styles.mono}>{identifier === '' ? words.looking : identifier}</span>
          <p className={text.small}>
            {publishedAt === undefined
              ? words.isNew
              : words.replaces(longDate(publishedAt, locale))}
          </p>
        </dd>
      </div>
      <div>
        <dt>{words.to}</dt>
        <dd>{words.relays(relays)}</dd>
      </div>
    </dl>
  );
}
