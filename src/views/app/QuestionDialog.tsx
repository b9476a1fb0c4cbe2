import { mostMeltFee } from '../../events/money/ecash/melt-fee.ts';
import type { Question } from '../../machines/core/dialogs.machine.ts';
import { DeviceDialog } from '../account/devices/DeviceDialog.tsx';
import { ReportDialog } from '../compose/acts/ReportDialog.tsx';
import { useIsPinAsked } from '../account/session/use-session.ts';
import { relayName } from '../../events/core/url.ts';
import { fullNumber } from '../../events/core/format.ts';
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx';
import { useActionStrings } from '../ui/strings/actions.ts';
import { useComposeStrings } from '../ui/strings/compose.ts';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import { useDeviceStrings } from '../ui/strings/devices.ts';
import { type EcashStrings, useEcashStrings } from '../ui/strings/ecash.ts';
import { useFeedsStrings } from '../ui/strings/feeds.ts';
import { useNetworkStrings } from '../ui/strings/network.ts';
import { useOwnAccountStrings } from '../ui/strings/own-account.ts';
import { useWalletStrings } from '../ui/strings/wallets.ts';
import { SignOutDialog } from './SignOutDialog.tsx';
import { useDialogs } from './use-question.ts';
import { useNavigate } from '../ui/navigation/use-navigate.ts';
import { useLocale } from '../ui/strings.ts';

/** The current question, drawn in one place for the whole app. */
export function QuestionDialog() {
  const { asked, answer: send } = useDialogs();
  const navigate = useNavigate();
  const isPinAsked = useIsPinAsked();
  if (!asked) return null;
  const { id, question } = asked;
  // the user did not ask for it, so it waits for the PIN
  if (isPinAsked && UNBIDDEN.has(question.code)) return null;
  const answer = (yes: boolean) => {
    send(asked, yes);
    if (yes && 'path' in question) navigate(question.path);
  };
  if (question.code === 'report')
    return (
      <ReportDialog
        key={id}
        pubkey={question.pubkey}
        event={question.event}
        onClose={() => answer(false)}
      />
    );
  if (question.code === 'deviceDeed')
    return <DeviceDialog key={id} question={question} onClose={() => answer(false)} />;
  if (question.code === 'signOut') return <SignOutDialog key={id} onClose={() => answer(false)} />;
  return <Confirmation key={id} question={question} onAnswer={answer} />;
}

/** Questions that come by themselves. */
const UNBIDDEN: ReadonlySet<Question['code']> = new Set(['relayProof', 'relayDial'] as const);

type Simple = Exclude<Question, { code: 'report' | 'signOut' | 'deviceDeed' }>;

interface ConfirmationProps {
  readonly question: Simple;
  readonly onAnswer: (yes: boolean) => void;
}

function Confirmation({ question, onAnswer }: ConfirmationProps) {
  const words = useWords(question);
  return (
    <ConfirmDialog
      question={{ ...words, danger: !HARMLESS.has(question.code) }}
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    />
  );
}

const HARMLESS: ReadonlySet<Question['code']> = new Set([
  'ecash',
  'leaveArticle',
  'relayProof',
  'relayDial',
] as const);

interface Words {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
}

function useWords(question: Simple): Words {
  const { delete: deletion, article, cancel } = useActionStrings();
  const { ledger } = useComposeStrings();
  const { proof, dial } = useNetworkStrings();
  const { create, made, passkeys, profile } = useOwnAccountStrings();
  const { removal: wallet } = useWalletStrings();
  const { removal: device } = useDeviceStrings();
  const { secret } = useDirectMessageStrings();
  const feeds = useFeedsStrings();
  const ecash = useEcashStrings();
  const locale = useLocale();
  switch (question.code) {
    case 'delete':
      return { ...deletion, cancel };
    case 'discard':
      return ledger.loss;
    case 'sendSecret':
      return secret;
    case 'removePasskey':
      return { ...passkeys.removal, cancel };
    case 'relayProof': {
      const relay = relayName(question.url);
      return {
        title: proof.question(relay),
        text: proof.text(relay),
        confirm: proof.confirm,
        cancel: proof.cancel,
      };
    }
    case 'relayDial': {
      const relay = relayName(question.url);
      return {
        title: dial.question(relay),
        text: dial.text[question.use](relay),
        confirm: dial.confirm,
        cancel: dial.cancel,
      };
    }
    case 'ecash':
      return ecashWords(ecash, question, locale);
    case 'replaceWallet':
      return { ...ecash.nutzaps.replacement, cancel };
    case 'removeDevice':
      return { ...device, title: device.title(question.name) };
    case 'removeWallet':
      return { ...wallet, title: wallet.title(question.name) };
    case 'restoreFeeds':
      return feeds.restored[question.page];
    case 'leaveProfile':
      return profile.leave;
    case 'leaveCreation':
      return create.leave;
    case 'leaveKey':
      return made.leave;
    case 'deleteDraft':
      return { ...article.removal, cancel };
    case 'leaveArticle':
      return article.leave;
    case 'loseArticle':
      return article.lose;
  }
}

/** Shown before a request to a mint, or a payment: the mint and the amount. */
function ecashWords(
  { question: words, unit }: EcashStrings,
  { act, mint, sats, isPlay, to = '' }: Extract<Question, { code: 'ecash' }>,
  locale: string,
): Words {
  const [amount, { cancel }] = [unit(fullNumber(sats, locale), isPlay), words];
  const host = mint.slice(mint.indexOf('//') + 2);
  if (act === 'allow')
    return { title: words.allowTitle(host), text: words.allow, confirm: words.allowIt, cancel };
  if (act === 'cancel') return { ...words.order, title: words.order.title(amount) };
  const fee = unit(fullNumber(mostMeltFee(sats), locale), isPlay);
  if (act === 'pay')
    return {
      title: words.payTitle(amount),
      text: words.pay(host, `\u2068${to}\u2069`, fee),
      confirm: words.payIt,
      cancel,
    };
  return {
    title: words.redeemTitle(amount),
    text: words.redeem(host),
    confirm: words.redeemIt,
    cancel,
  };
}
