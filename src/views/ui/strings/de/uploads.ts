import type { Areas } from '../areas.ts';

export const uploads: Areas['uploads'] = {
  visitor: {
    title: 'Deine Medienserver',
    text: 'Medienserver bewahren die Bilder und Videos deiner Notizen auf. Melde dich an, um deine zu wählen.',
  },
  lost: {
    title: 'Deine Medienserver haben nicht geladen',
    text: 'Bis sie laden, ändert sich nichts.',
  },
  main: {
    title: 'Medienserver',
    hint: 'Hierher werden deine Bilder und Videos hochgeladen. Deine Liste der Server ist öffentlich, damit man deine Dateien findet.',
    unnamed: 'Dient, weil deine Liste leer ist',
    label: 'Zu einem anderen Medienserver wechseln',
    confirm: 'Wechseln',
    restore: 'zurücksetzen',
    restoreIt: 'den vorgegebenen Medienserver wiederherstellen',
  },
  states: {
    asking: 'Wird geprüft',
    there: 'Verbunden',
    gone: 'Pausiert: Er hat nicht innerhalb von 3 Sekunden geantwortet',
    saving: 'Speichert',
    waits: 'Wartet auf das Netz',
    retry: (name) => `${name} noch einmal fragen`,
  },
  mirrors: {
    title: 'Medienspiegel',
    enable: 'Medienspiegel einschalten',
    hint: 'Was du hochlädst, wird auch auf diese Server kopiert: Verliert es ein Server, hat es noch ein anderer.',
    none: 'Du hast noch keinen Spiegel.',
    main: 'Zum Medienserver machen',
    mainOf: (name) => `Zum Medienserver machen: ${name}`,
    remove: (name) => `${name} entfernen`,
    label: 'Adresse eines Medienspiegels',
    add: 'Hinzufügen',
  },
  removal: {
    title: 'Medienspiegel entfernen?',
    text: 'Bist du sicher? Damit werden deine Spiegel entfernt.',
    confirm: 'Ja',
    cancel: 'Nein',
  },
  suggested: {
    title: 'Vorgeschlagene Spiegel',
    hint: 'Vom Caching-Dienst vorgeschlagen. Keiner davon ist nötig.',
    add: 'diesen Medienspiegel hinzufügen',
    addOf: (name) => `diesen Medienspiegel hinzufügen: ${name}`,
  },
  placeholder: 'https://media.example',
  invalid: 'Ungültige URL',
  known: 'Schon in deiner Liste',
  checking: 'Wird geprüft',
  unreachable: 'Dieser Server hat nicht geantwortet. Nichts wurde geändert.',
};
