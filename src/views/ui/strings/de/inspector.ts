import type { Areas } from '../areas.ts';
import { decimal, fullNumber, plural } from './in-german.ts';

export const inspector: Areas['inspector'] = {
  title: 'Inspektor',
  stays: 'Bleibt auf diesem Gerät, Geheimnisse verborgen',
  close: 'Inspektor schließen',
  gone: 'Der untersuchte Tab ist nicht mehr da. Schließe dieses Fenster.',
  openWindow: 'In einem Fenster öffnen',
  before: (count) =>
    plural(count, {
      one: '# Eintrag wurde vorher aufgezeichnet.',
      other: '# Einträge wurden vorher aufgezeichnet.',
    }),
  openEarlier: 'Als Aufzeichnung öffnen',
  openBelow: 'Unten öffnen',
  openFile: 'Aufzeichnung öffnen',
  replaying: 'Die Aufzeichnung wird abgespielt',
  noFile: 'Sie wird ohne Netz abgespielt, Schritt für Schritt.',
  notRecording: 'Diese Datei ist keine Aufzeichnung dieser Version.',
  noBeginning: 'Der Aufzeichnung fehlt der Anfang, darum lässt sie sich nicht abspielen.',
  replayed: (count, lost) =>
    lost === 0
      ? `Aufzeichnung, ${plural(count, { one: '# Ereignis', other: '# Ereignisse' })}`
      : `Aufzeichnung, ${plural(lost, { one: '# Eintrag', other: '# Einträge' })} nicht abgespielt`,
  differs: (entry) =>
    `Aufzeichnung, nach Eintrag ${fullNumber(entry)} weicht sie von der Sitzung ab`,
  recording: {
    label: 'Aufzeichnung',
    why: 'Warum?',
    goTo: 'Dorthin',
    compare: 'Mit einer Aufzeichnung vergleichen',
    lostHint:
      'Ein Eintrag wird nicht abgespielt, wenn sein Aktor oder sein Zeitgeber fehlt, weil die Wiedergabe einen anderen Weg als die Sitzung nahm.',
    missingHint:
      'Einer Datei zum Weitergeben fehlen unveröffentlichte Texte, private Nachrichten, Änderungen an Listen, gespeicherte Einstellungen und Ecash. Wo etwas davon entscheidet, nimmt ihre Wiedergabe einen anderen Weg.',
    differsHint: (entry) => `Die Zustände weichen nach Eintrag ${fullNumber(entry)} ab.`,
    noActor: (entry, path) =>
      `Eintrag ${fullNumber(entry)}: ${path} wurde in der Wiedergabe nie gestartet.`,
    noTimer: (entry, path) =>
      `Eintrag ${fullNumber(entry)}: In der Wiedergabe wartete kein solcher Zeitgeber für ${path}.`,
    comparison: 'Vergleich zweier Aufzeichnungen',
    close: 'Vergleich schließen',
    allSame: (count) =>
      plural(count, {
        one: '# Eintrag, in beiden gleich.',
        other: '# Einträge, in beiden gleich.',
      }),
    same: (count) =>
      count === 0
        ? 'Sie unterscheiden sich ab dem ersten Eintrag.'
        : `${plural(count, { one: 'Der erste Eintrag ist gleich (#).', other: 'Die ersten # Einträge sind gleich.' })} Sie unterscheiden sich in Eintrag ${fullNumber(count + 1)}:`,
    ended: 'Die Aufzeichnung endet hier.',
    after: 'Aktoren, die danach abweichen:',
    atEnd: 'Aktoren, die erst am Ende abweichen:',
    noMachine: 'Kein Aktor weicht ab, auch nicht am Ende.',
    states: (one, other) => `${one} → ${other}`,
    gone: 'läuft nicht',
    more: (count) => `${fullNumber(count)} weitere`,
  },
  goToEnd: 'Zum Ende',
  end: 'Ende',
  openHint: 'Jeder Aktor und jedes Ereignis dieses Tabs, Schritt für Schritt, mit Ursachen.',
  blocked:
    'Dein Browser hat das Fenster blockiert. Erlaube Pop-ups für diese Seite oder öffne den Inspektor unten.',
  height: 'Höhe des Inspektors',
  panes: 'Teile des Inspektors',
  pane: { actors: 'Aktoren', actor: 'Aktor', events: 'Ereignisse', trace: 'Ursache und Wirkung' },
  steps: 'Schritte',
  back: 'Schritt zurück',
  forward: 'Schritt vor',
  pause: 'Anhalten',
  goLive: 'Zum Jetzt',
  live: 'Jetzt',
  place: (at, of) => `Ereignis ${fullNumber(at)} von ${fullNumber(of)}`,
  dropped: (count) => `, ${fullNumber(count)} ältere entfernt`,
  play: 'Abspielen',
  speed: 'Tempo',
  jump: 'Springe zu',
  jumpTo: {
    state: (id) => `Zustand von ${id}`,
    event: 'Ereignis eines Typs',
    text: 'Ereignis mit einem Text',
    crash: 'Absturz',
  },
  state: 'Zustand',
  textWanted: 'Gesuchter Text',
  previousMoment: 'Voriger Moment',
  nextMoment: 'Nächster Moment',
  moment: (at, of) =>
    of === 0 ? 'Kein solcher Moment' : `Moment ${fullNumber(at)} von ${fullNumber(of)}`,
  timeline: 'Zeitleiste',
  scrub: 'Gezeigtes Ereignis',
  origin: { outside: 'Du', answer: 'Anschlüsse', actor: 'Aktoren', timer: 'Uhr' },
  running: (count) => `${fullNumber(count)} laufen`,
  findActor: 'Aktor oder Zustand suchen',
  pick: {
    start: 'Auf der Seite wählen',
    hint: 'Drücke auf ein Element der Seite. Escape dort bricht ab.',
    found: (count) =>
      count === 0
        ? 'Hinter diesem Element steht kein Aktor.'
        : plural(count, { one: '# Aktor steht dahinter.', other: '# Aktoren stehen dahinter.' }),
    all: 'Alle Aktoren',
  },
  ended: { done: 'beendet', failed: 'abgestürzt' },
  dueIn: (ms) => `in ${lengthOf(ms)}`,
  deadlines: (count) => plural(count, { one: '# Frist', other: '# Fristen' }),
  waiting: (count, type) => `${fullNumber(count)} warten, zuerst ${type}`,
  crashed: (count) => plural(count, { one: '# Absturz', other: '# Abstürze' }),
  over: (ms) => `> ${lengthOf(ms)}`,
  length: lengthOf,
  events: (count) => plural(count, { one: '# Ereignis', other: '# Ereignisse' }),
  find: 'Suchen',
  filters: (count) => (count === 0 ? 'Filter' : `Filter, ${fullNumber(count)}`),
  menuOf: (type) => `Mehr zu ${type}`,
  hideType: (type) => `${type} ausblenden`,
  onlyType: (type) => `Nur ${type}`,
  showType: (type) => `${type} wieder zeigen`,
  newest: 'Neuestes Ereignis',
  earlier: (count) => `${fullNumber(count)} frühere`,
  widthOf: (pane) => `Breite: ${pane}`,
  clear: 'Leeren',
  findEvent: 'Typ, Aktor oder Wert suchen',
  type: 'Typ des Ereignisses',
  allTypes: 'Alle Typen',
  onlyActor: (id) => `Nur ${id}`,
  onlyOutside: 'Nur von außen',
  onlyEffect: 'Nur mit Wirkung',
  microsteps: (count) => plural(count, { one: '# Schritt', other: '# Schritte' }),
  unsettled: 'nicht bearbeitet',
  views: 'Ansichten des Aktors',
  view: {
    chart: 'Diagramm',
    context: 'Kontext',
    facts: 'Fakten',
    event: 'Ereignis',
    why: 'Warum?',
    act: 'Eingreifen',
  },
  facts: {
    table: 'Tabelle',
    named: (name, rows) => `${name}, ${fullNumber(rows)}`,
    find: 'Schlüssel oder Wert suchen',
    found: (count, of) =>
      count === of
        ? plural(of, { one: '# Zeile', other: '# Zeilen' })
        : `${fullNumber(count)} von ${plural(of, { one: '# Zeile', other: '# Zeilen' })}`,
    page: (from, to) => `${fullNumber(from)} bis ${fullNumber(to)}`,
    previous: 'Vorige Zeilen',
    next: 'Nächste Zeilen',
    key: 'Schlüssel',
    sort: 'Zeilen sortieren nach',
    noTables: 'Der Kontext dieses Aktors hat keine Tabelle.',
  },
  why: {
    nothing: 'Warum geschah nichts?',
    nothingHint: (id) => `Was du tatest und ${id} ablehnte, oder was nichts in ihm änderte.`,
    noneRefused: (id) => `${id} lehnte nichts ab, was du tatest.`,
    refused: (to, why) => `Nicht ${to}: ${why} – das traf nicht zu`,
    notTaken: 'Keiner seiner Zustände nimmt dieses Ereignis.',
    unchanged: 'Er nahm das Ereignis und blieb gleich.',
    shown: 'Warum steht das auf dem Bildschirm?',
    shownHint: (id) =>
      `Die letzten Änderungen von ${id}, mit dem, was sich änderte. Die neuesten zuerst.`,
  },
  changed: 'Was sich geändert hat',
  noChange: 'Der Kontext blieb gleich.',
  taken: 'Genommene Übergänge',
  times: (count) => `${fullNumber(count)}×`,
  findValue: 'Name oder Wert suchen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  notCopied: 'Nicht erlaubt',
  secret: 'geheim, verborgen',
  parts: (kind, count) => `${kind}, ${fullNumber(count)}`,
  actorNamed: (id) => `Aktor ${id}`,
  sats: (count) => `${count} Sats`,
  showAll: (count) => `Alle ${fullNumber(count)} zeigen`,
  noEvent: 'Noch gibt es kein Ereignis.',
  neverChanged: 'Seit der Inspektor offen ist, hat kein Ereignis diesen Aktor geändert.',
  fields: 'Felder des Ereignisses, als JSON',
  notJson: 'Das ist kein JSON. Schreibe ein Objekt.',
  send: 'Senden',
  faults: {
    event: 'Ereignis senden',
    ofActor: (id) => `Fehler von ${id}`,
    hasEnded: 'Dieser Aktor ist beendet. Wähle einen, der läuft.',
    stop: 'Beenden',
    crash: 'Abstürzen lassen',
    endHint:
      'Beenden hält ihn an, ohne dass sein Besitzer es erfährt. Ein Absturz ist ein Fehler in ihm, den sein Besitzer behandelt.',
    milliseconds: 'Millisekunden',
    outOfRange: (most) => `Schreibe eine Zahl von 1 bis ${fullNumber(most)}.`,
    slow: 'Verlangsamen',
    slowHint:
      'Ereignisse erreichen ihn um so viel später, in ihrer Reihenfolge. Seine eigenen Fristen bleiben pünktlich.',
    ofTab: 'Fehler dieses Tabs',
    cut: 'Netz trennen',
    cutHint:
      'Schließt alle Verbindungen und öffnet keine. Neue Anfragen und Uploads scheitern. Bilder und Code laden weiter.',
    refuse: 'Nächste Signatur ablehnen',
    refuseHint:
      'Als hättest du sie abgebrochen. Signaturen, die von selbst geschehen, gehen weiter.',
    late: 'Caching-Dienst verzögern',
    lateHint: 'Seine Antworten kommen um so viel später an.',
    untilClosed: 'Fehler enden mit „Rückgängig“ oder wenn der Inspektor geschlossen wird.',
    active: 'Wirkende Fehler',
    isSlow: (actor, ms) => `${actor} bekommt Ereignisse ${lengthOf(ms)} später`,
    isLate: (ms) => `Caching-Dienst ${lengthOf(ms)} später`,
    isCut: 'Netz getrennt',
    isRefused: 'Nächste Signatur wird abgelehnt',
    undoes: (fault) => `Rückgängig: ${fault}`,
  },
  undo: 'Rückgängig',
  next: {
    title: 'Was als Nächstes geschehen kann',
    reads: 'Gelesen:',
    params: 'Parameter',
    source: 'Text der Bedingung',
    nothing: 'Diese Zustände haben keine Übergänge.',
    anywhere: 'in jedem Zustand',
    depends: 'hängt vom Ereignis ab',
    now: (passes) => (passes ? 'trifft jetzt zu' : 'trifft jetzt nicht zu'),
    byLast: (passes) =>
      passes ? 'trifft mit dem letzten Ereignis zu' : 'trifft mit dem letzten Ereignis nicht zu',
  },
  chart: {
    tools: 'Ansicht des Diagramms',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fit: 'Einpassen',
    whole: 'Ganzes Fenster',
    foldAll: 'Alle einklappen',
    unfoldAll: 'Alle ausklappen',
    group: (state) => `Zustände in ${state}`,
    fold: (state) => `${state} einklappen`,
    unfold: (state) => `${state} ausklappen`,
  },
  sequence: 'Ablauf',
  allActors: (count) =>
    plural(count, { one: '# Aktor wieder zeigen', other: '# Aktoren wieder zeigen' }),
  withoutActor: (id) => `${id} weglassen`,
  sent: (from, to, type) => `${from} sendet an ${to}: ${type}`,
  mermaid: 'Als Mermaid kopieren',
  xstate: 'Als XState-JSON kopieren',
  asText: { anyState: 'jeder Zustand', noStates: 'hat keine Zustände' },
  svg: 'Als SVG speichern',
  sendHint: 'Es wird jetzt bearbeitet, auch wenn ein früherer Moment gezeigt wird.',
};

function lengthOf(ms: number): string {
  return ms < 1_000
    ? `${fullNumber(Math.max(0, Math.round(ms)))} ms`
    : ms < 60_000
      ? `${decimal(ms / 1_000, 1)} s`
      : `${fullNumber(Math.round(ms / 60_000))} min`;
}
