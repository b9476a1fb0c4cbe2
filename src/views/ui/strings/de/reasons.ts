import type {
  FailureReason,
  RefusalCode,
} from '../../../../events/publish/outbox/publish-failure.ts';
import { inSeconds } from '../../../../events/core/time.ts';
import type { Areas } from '../areas.ts';
import { wordsOf } from '../say.ts';
import { plural } from './in-german.ts';
import { main } from './main.ts';
import { ownMessages } from './own-messages.ts';

/** Seconds in words, rounded for people. */
function span(length: number): string {
  if (length >= 86_400)
    return plural(Math.round(length / 86_400), { one: '# Tag', other: '# Tage' });
  if (length >= 3_600)
    return plural(Math.round(length / 3_600), { one: '# Stunde', other: '# Stunden' });
  return plural(Math.max(1, Math.round(length / 60)), { one: '# Minute', other: '# Minuten' });
}

function clock(ahead: number | undefined, said: string): string {
  if (ahead === undefined)
    return `Ein Relay nimmt das Datum nicht an. Prüfe Datum und Uhrzeit dieses Geräts. Das Relay sagt: ${said}`;
  // no relay rejects a difference of a minute
  if (Math.abs(ahead) < 60) return `Ein Relay nimmt das Datum nicht an. Es sagt: ${said}`;
  return `Deine Uhr geht ${span(Math.abs(ahead))} ${ahead > 0 ? 'vor' : 'nach'}. Stelle sie richtig und versuche es erneut.`;
}

const because = (said: string): string => (said === '' ? '' : ` Es sagt: ${said}`);

/** One line for each reason of a refusal, with the relay and its own text. */
const refusals: Readonly<
  Record<Exclude<RefusalCode, 'clock'>, (relay: string, said: string) => string>
> = {
  replaced: () =>
    'Es gibt eine neuere Version, von einem anderen Gerät oder aus einer anderen App.',
  duplicate: (relay) => `${relay} hat es schon.`,
  pow: (relay, said) =>
    `${relay} verlangt einen Arbeitsnachweis. Wähle einen unter deinem Text und veröffentliche ihn noch einmal.${because(said)}`,
  blocked: (relay, said) => `${relay} nimmt das von dir nicht an.${because(said)}`,
  'rate-limited': (relay) =>
    `${relay} bittet dich, langsamer zu sein. Warte eine Minute und versuche es erneut.`,
  invalid: (relay, said) => `${relay} hält es für ungültig.${because(said)}`,
  restricted: (relay, said) => `${relay} ist nur für Mitglieder.${because(said)}`,
  'auth-required': (relay) =>
    `${relay} verlangt zuerst eine Anmeldung. Versuche es erneut, dann wird dein Signer gefragt.`,
  mute: (relay) => `${relay} hält es verborgen.`,
  error: (relay, said) => `${relay} hat ein Problem.${because(said)}`,
  other: (relay, said) =>
    said === '' ? `${relay} hat es ohne Grund abgelehnt.` : `${relay} sagt: ${said}`,
};

function reasonWords(reason: FailureReason): string {
  switch (reason.code) {
    case 'readonly':
      return 'Füge seinen Schlüssel hinzu, um zu schreiben.';
    case 'unreachable':
      return `Keines deiner Relays ist erreichbar.${reason.again ? ' Sobald eines wieder da ist, wird automatisch gesendet.' : ''}`;
    case 'silent':
      return 'Kein Relay hat innerhalb von 8 Sekunden geantwortet.';
    case 'unsigned':
      return wordsOf({ ...main.messages, ...ownMessages }, reason.refusal) ?? '';
    case 'clock':
      return clock(reason.ahead && inSeconds(reason.ahead), reason.said);
    default:
      return refusals[reason.code](reason.relay.replace(/^wss?:\/\//, ''), reason.said);
  }
}

export const reasons: Areas['reasons'] = {
  of: reasonWords,
  waits: {
    offline: 'Du bist offline. Es wird gesendet, sobald du wieder verbunden bist.',
    opens: 'Du bist offline. Es öffnet sich, sobald du wieder verbunden bist.',
    offlineOnly: 'Du bist offline. Versuche es noch einmal, sobald du wieder verbunden bist.',
    proxied:
      'Wartet, weil alles über den Caching-Dienst läuft. Es wird gesendet, sobald du das ausschaltest.',
  },
};
