import { Fragment, useMemo, useState } from 'react';
import { useRowParts } from '../../ui/hooks/use-row-parts.ts';
import { addressOf } from '../../../events/nostr/address.ts';
import {
  type SigningPreviewContent,
  signingPreview,
} from '../../../events/account/signing/signing-preview.ts';
import { datedAway } from '../../../events/account/devices/device-request.ts';
import type { EventTemplate } from '../../../events/account/signing/signed-answer.ts';
import { exactTime, fullNumber } from '../../../events/core/format.ts';
import { visibleText } from '../../../events/core/visible-text.ts';
import type { Tag } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { getRow } from '../../../events/core/table.ts';
import { clip } from '../../../events/core/text.ts';
import { inSeconds, type Seconds, seconds } from '../../../events/core/time.ts';
import { useAccount, useFacts } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useLocale } from '../../ui/strings.ts';
import { useDeviceStrings } from '../../ui/strings/devices.ts';
import text from '../../ui/styles/text.module.css';
import styles from '../devices/Devices.module.css';
import { PersonLine } from '../profile/PersonLine.tsx';
import { SigningReplacement } from './SigningReplacement.tsx';
import { SigningTargets } from './SigningTargets.tsx';

interface SigningPreviewProps {
  readonly template: Required<EventTemplate>;
  /** When the signature was requested. */
  readonly at: Seconds;
}

/**
 * The whole event that a device wants signed, in words if its kind is known (ACCOUNT-23). Omissions
 * are always stated.
 */
export function SigningPreview({ template, at }: SigningPreviewProps) {
  const { question: words } = useDeviceStrings();
  const locale = useLocale();
  const account = useAccount();
  const address = account && addressOf({ ...template, pubkey: account.pubkey });
  const before = useFacts((facts) => {
    if (address === undefined) return undefined;
    if (template.kind === KIND.Metadata)
      return getRow(facts.profiles, account?.pubkey ?? '')?.source;
    return getRow(facts.lists, address)?.current ?? getRow(facts.addresses, address);
  });
  const view = useMemo(() => signingPreview(template, before), [template, before]);
  // Seals have random past dates, which hide when a message was written (NIP-59).
  const away = template.kind === KIND.Seal ? undefined : datedAway(template.created_at, at);
  const dated = words.dated(
    exactTime(template.created_at, locale) || String(inSeconds(template.created_at)),
  );
  return (
    <>
      {away !== undefined && (
        <Notice tone="warning">
          {dated} {words.away[away]}
        </Notice>
      )}
      <Rows view={view} />
      {view.people.map((pubkey) => (
        <PersonLine key={pubkey} pubkey={pubkey} spelled />
      ))}
      {view.zapped.length > 0 && (
        <section>
          <p className={text.strong}>{words.zapped}</p>
          {view.zapped.map((pubkey) => (
            <PersonLine key={pubkey} pubkey={pubkey} spelled />
          ))}
        </section>
      )}
      {template.kind === KIND.Settings && <p className={text.muted}>{words.provable}</p>}
      {view.replacement && <SigningReplacement replacement={view.replacement} />}
      <SigningTargets targets={view.targets} isDeletion={template.kind === KIND.EventDeletion} />
      {view.text !== undefined && <WholeText label={words.text} content={view.text} />}
      {view.isSealed && <p className={text.muted}>{words.sealed}</p>}
      <details open={!view.isTold}>
        <summary>{words.tags(template.tags.length)}</summary>
        <Tags tags={template.tags} />
        {view.text === undefined && template.content !== '' && (
          <WholeText label={words.content} content={template.content} />
        )}
        <p className={text.muted}>{dated}</p>
      </details>
    </>
  );
}

function Rows({ view: { rows } }: { readonly view: SigningPreviewContent }) {
  const { question: words } = useDeviceStrings();
  const locale = useLocale();
  const { shown, rest, more } = useRowParts(rows, { first: 30, next: 200 });
  if (rows.length === 0) return null;
  const valueOf = ({ label, value }: SigningPreviewContent['rows'][number]): string => {
    if (label === 'server' && value === '') return words.anyServer;
    return label === 'until' && /^\d{1,12}$/.test(value)
      ? exactTime(seconds(Number(value)), locale)
      : visibleText(value);
  };
  return (
    <>
      <dl className={styles.facts}>
        {shown.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two rows can be the same
          <Fragment key={at}>
            <dt>{words.labels[row.label]}</dt>
            <dd>
              <bdi>{valueOf(row)}</bdi>
            </dd>
          </Fragment>
        ))}
      </dl>
      {rest > 0 && (
        <Button compact onClick={more}>
          {words.more(rest)}
        </Button>
      )}
    </>
  );
}

/** Number of characters that are rendered at once. */
const LONGEST_TEXT = 20_000;

function WholeText({ label, content }: { readonly label: string; readonly content: string }) {
  const { question: words } = useDeviceStrings();
  const locale = useLocale();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? content : clip(content, LONGEST_TEXT);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys */}
      <blockquote className={styles.quoted} aria-label={label} dir="auto" tabIndex={0}>
        {visibleText(shown)}
      </blockquote>
      {shown.length < content.length && (
        <p className={text.strong}>
          {words.cut(fullNumber(shown.length, locale), fullNumber(content.length, locale))}{' '}
          <Button compact onClick={() => setIsWhole(true)}>
            {words.whole}
          </Button>
        </p>
      )}
    </>
  );
}

function Tags({ tags }: { readonly tags: readonly Tag[] }) {
  const { question: words } = useDeviceStrings();
  const { shown, rest, more, ref } = useRowParts(tags, { first: 50, next: 500 });
  return (
    <>
      <ul ref={ref} className={styles.tags}>
        {shown.map((tag, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two tags can be the same
          <li key={at} tabIndex={-1}>
            <bdi>{visibleText(tag.join(' · '))}</bdi>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button compact onClick={more}>
          {words.more(rest)}
        </Button>
      )}
    </>
  );
}
