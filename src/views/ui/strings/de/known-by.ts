import type { Areas } from '../areas.ts';

export const knownBy: Areas['knownBy'] = {
  zaps: {
    service: {
      text: 'Vom Caching-Dienst geprüft',
      hint: 'Der Caching-Dienst sagt, wessen Schlüssel diesen Beleg signiert. Dein Browser hat nicht gefragt.',
    },
    nobody: {
      text: 'Nicht geprüft',
      hint: 'Niemand konnte sagen, wessen Schlüssel diesen Beleg signiert. Er kann erfunden sein.',
    },
  },
  names: {
    check: 'Diesen Namen prüfen',
    hint: (host) => `${host} erfährt dann, dass jemand mit deiner Netzadresse nachgesehen hat.`,
    claimed: (address) =>
      `Der Caching-Dienst nennt dieses Konto für ${address}. Dessen Profil sagt das nicht.`,
    unconfirmed: (host) => `${host} bestätigt diesen Namen nicht.`,
  },
};
