import type { ProfileField } from '../../../events/account/profile/profile-fields.ts';
import { safeMediaUrl } from '../../../events/core/url.ts';
import { useOwnPicture } from '../../media/use-blob.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useActionStrings } from '../../ui/strings/actions.ts';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import text from '../../ui/styles/text.module.css';
import styles from '../../account/EditProfile.module.css';
import { useProfileEditIntents, useProfilePlan } from './use-profile-edit.ts';

/** The changes of the profile by field, before it is signed. */
export function ProfileReview() {
  const { profile: words, fields } = useOwnAccountStrings();
  const { list } = useActionStrings();
  const { plan, isSure, isPaused } = useProfilePlan();
  const { back, confirm } = useProfileEditIntents();
  if (!plan) return null;
  const foot = (
    <>
      <Button onClick={back}>{words.back}</Button>
      <Button tone="primary" data-autofocus onClick={confirm}>
        {words.confirm}
      </Button>
    </>
  );
  return (
    <Dialog question title={words.review} onClose={back} foot={foot}>
      {!isSure && <Notice tone="warning">{words.unsure}</Notice>}
      {isPaused && <Notice tone="warning">{list.reasons['paused-base']}</Notice>}
      <dl className={styles.changes}>
        {plan.changes.map(({ field, from, to }) => (
          <div key={field} className={styles.change}>
            <dt className={text.label}>{fields[field].label}</dt>
            <dd className={styles.from}>
              <span className={text.hidden}>{words.from}: </span>
              <Value as="del" field={field} text={from} />
            </dd>
            <dd className={styles.to}>
              <span className={text.hidden}>{words.to}: </span>
              <Value as="ins" field={field} text={to} />
            </dd>
          </div>
        ))}
      </dl>
      {plan.lost === undefined ? (
        <p className={text.muted}>{words.reviewText}</p>
      ) : (
        <Notice tone="warning">
          {words.lostText} <IsolatedText>{plan.lost.slice(0, 500)}</IsolatedText>
        </Notice>
      )}
    </Dialog>
  );
}

interface ValueProps {
  readonly field: ProfileField;
  readonly text: string;
  readonly as: 'del' | 'ins';
}

/** A value before or after the change. A picture is shown instead of its address. */
function Value({ field, text: value, as: Part }: ValueProps) {
  const { profile: words, fields } = useOwnAccountStrings();
  const isPicture = field === 'picture' || field === 'banner';
  const url = isPicture ? safeMediaUrl(value, location.origin) : undefined;
  if (value === '') return <i>{words.empty}</i>;
  return (
    <Part className={styles.value}>
      {!isPicture || url === undefined ? (
        <IsolatedText>{value}</IsolatedText>
      ) : (
        <>
          <Shown url={url} alt={fields[field].label} {...SHOWN[field]} />
          <bdi dir="ltr">{new URL(value).host}</bdi>
        </>
      )}
    </Part>
  );
}

const SHOWN = {
  banner: { className: styles.shownBanner, width: 320 },
  picture: { className: styles.shownPicture, width: 80 },
} as const;

interface ShownProps {
  readonly url: string;
  readonly alt: string;
  readonly className: string | undefined;
  /** In CSS pixels. */
  readonly width: number;
}

function Shown({ url, alt, className, width }: ShownProps) {
  const { src, onError } = useOwnPicture(url, width);
  return <img src={src} alt={alt} className={className} onError={onError} />;
}
