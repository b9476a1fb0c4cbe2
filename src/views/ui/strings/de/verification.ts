import type { Areas } from '../areas.ts';

export const verification: Areas['verification'] = {
  zaps: {
    largest: 'Größte Zaps',
    by: (name, amount) => `${name} hat ${amount} Sats gezappt`,
    service: {
      text: 'Vom Caching-Dienst geprüft',
      hint: 'Der Caching-Dienst sagt, wessen Schlüssel diesen Beleg signiert. Dein Browser hat es nicht geprüft.',
    },
    unconfirmed: {
      text: 'Zaps nicht bestätigt',
      hint: 'Kein Beleg ist mit dem Schlüssel des Lightning-Anbieters des Empfängers signiert. Sie können gefälscht sein oder von einem früheren Anbieter stammen.',
    },
    nobody: {
      text: 'Nicht geprüft',
      hint: 'Wir konnten nicht herausfinden, wessen Schlüssel diesen Beleg signiert. Er kann gefälscht sein.',
    },
  },
  names: {
    check: 'Diesen Namen prüfen',
    hint: (host) => `${host} sieht dann deine IP-Adresse.`,
    noAccount: (name) => `Kein Konto mit dem Namen „${name}“ gefunden.`,
    claimed: (address) =>
      `Der Caching-Dienst nennt dieses Konto für ${address}. Dessen Profil sagt das nicht.`,
    unconfirmed: (host) => `${host} bestätigt diesen Namen nicht.`,
  },
};
