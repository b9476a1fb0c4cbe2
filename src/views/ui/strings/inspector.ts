import { words } from '../strings.ts';
import { duration, fullNumber } from './in-english.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

export const inspectorEnglish = {
  title: 'Inspector',
  stays: 'Stays on this device, secrets hidden',
  close: 'Close the inspector',
  gone: 'The inspected tab is gone. Close this window.',
  openWindow: 'Open in a window',
  before: (count: number) =>
    `${counted(count, { one: 'entry was', other: 'entries were' })} recorded before.`,
  openEarlier: 'Open as a recording',
  openBelow: 'Open below',
  openFile: 'Open a recording',
  replaying: 'Replaying the recording',
  noFile: 'It is replayed without a network, step by step.',
  notRecording: 'This file is no recording of this version.',
  noBeginning: 'The recording lacks its beginning, so it can’t be replayed.',
  replayed: (count: number, lost: number) =>
    lost === 0
      ? `Recording, ${counted(count, { one: 'event', other: 'events' })}`
      : `Recording, ${counted(lost, { one: 'entry', other: 'entries' })} not replayed`,
  differs: (entry: number) =>
    `Recording, its replay differs from the session after entry ${fullNumber(entry)}`,
  recording: {
    label: 'Recording',
    why: 'Why?',
    goTo: 'Go there',
    compare: 'Compare with a recording',
    lostHint:
      'An entry is not replayed if its actor or its timer is missing, because the replay took another way than the session.',
    missingHint:
      'A file to share lacks unpublished texts, private messages, edits of lists, saved settings and ecash. Its replay goes another way where one of them decides.',
    differsHint: (entry: number) => `The states differ after entry ${fullNumber(entry)}.`,
    noActor: (entry: number, path: string) =>
      `Entry ${fullNumber(entry)}: ${path} was never started in the replay.`,
    noTimer: (entry: number, path: string) =>
      `Entry ${fullNumber(entry)}: no such timer for ${path} was waiting in the replay.`,
    comparison: 'Comparison of two recordings',
    close: 'Close the comparison',
    allSame: (count: number) =>
      `${counted(count, { one: 'entry, the same', other: 'entries, all the same' })} in both.`,
    same: (count: number) =>
      count === 0
        ? 'They differ from the first entry.'
        : `${count === 1 ? 'The first entry is' : `The first ${fullNumber(count)} entries are`} the same. They differ by entry ${fullNumber(count + 1)}:`,
    ended: 'The recording ends here.',
    after: 'Actors that differ after it:',
    atEnd: 'Actors that differ only at the end:',
    noMachine: 'No actor differs, not even at the end.',
    states: (one: string, other: string) => `${one} → ${other}`,
    gone: 'not running',
    more: (count: number) => `${fullNumber(count)} more`,
  },
  goToEnd: 'Go to the end',
  end: 'End',
  openHint: 'Every actor and event of this tab, step by step, with their causes.',
  blocked: 'Your browser blocked the window. Allow pop-ups for this site, or open it below.',
  height: 'Height of the inspector',
  panes: 'Parts of the inspector',
  pane: { actors: 'Actors', actor: 'Actor', events: 'Events', trace: 'Cause and effect' },
  steps: 'Steps',
  back: 'Step back',
  forward: 'Step forward',
  pause: 'Pause',
  goLive: 'Go live',
  live: 'Live',
  place: (at: number, of: number) => `Event ${fullNumber(at)} of ${fullNumber(of)}`,
  dropped: (count: number) => `, ${fullNumber(count)} older ones dropped`,
  play: 'Play',
  speed: 'Speed',
  jump: 'Jump to',
  jumpTo: {
    state: (id: string) => `State of ${id}`,
    event: 'An event of a type',
    text: 'An event with a text',
    crash: 'A crash',
  },
  state: 'State',
  textWanted: 'Text to find',
  previousMoment: 'Previous moment',
  nextMoment: 'Next moment',
  moment: (at: number, of: number) =>
    of === 0 ? 'No such moment' : `Moment ${fullNumber(at)} of ${fullNumber(of)}`,
  timeline: 'Timeline',
  scrub: 'Event that is shown',
  origin: { outside: 'You', answer: 'Ports', actor: 'Actors', timer: 'Clock' },
  running: (count: number) => `${fullNumber(count)} running`,
  findActor: 'Find an actor or a state',
  pick: {
    start: 'Choose on the page',
    hint: 'Press an element of the page. Escape there cancels.',
    found: (count: number) =>
      count === 0
        ? 'No actor is behind this element.'
        : `${counted(count, { one: 'actor is', other: 'actors are' })} behind it.`,
    all: 'All actors',
  },
  ended: { done: 'ended', failed: 'crashed' },
  dueIn: (ms: number) => `in ${lengthOf(ms)}`,
  deadlines: (count: number) => counted(count, { one: 'deadline', other: 'deadlines' }),
  waiting: (count: number, type: string) => `${fullNumber(count)} waiting, first ${type}`,
  crashed: (count: number) => counted(count, { one: 'crash', other: 'crashes' }),
  over: (ms: number) => `> ${lengthOf(ms)}`,
  length: lengthOf,
  events: (count: number) => counted(count, { one: 'event', other: 'events' }),
  find: 'Find',
  filters: (count: number) => (count === 0 ? 'Filter' : `Filter, ${fullNumber(count)}`),
  menuOf: (type: string) => `More for ${type}`,
  hideType: (type: string) => `Hide ${type}`,
  onlyType: (type: string) => `Only ${type}`,
  showType: (type: string) => `Show ${type} again`,
  newest: 'Newest event',
  earlier: (count: number) => `${fullNumber(count)} earlier ones`,
  widthOf: (pane: string) => `Width: ${pane}`,
  clear: 'Clear',
  findEvent: 'Find a type, an actor or a value',
  type: 'Type of event',
  allTypes: 'All types',
  onlyActor: (id: string) => `Only ${id}`,
  onlyOutside: 'Only from outside',
  onlyEffect: 'Only with an effect',
  microsteps: (count: number) => counted(count, { one: 'step', other: 'steps' }),
  unsettled: 'not handled',
  views: 'Views of the actor',
  view: {
    chart: 'Chart',
    context: 'Context',
    facts: 'Facts',
    event: 'Event',
    why: 'Why?',
    act: 'Act',
  },
  facts: {
    table: 'Table',
    named: (name: string, rows: number) => `${name}, ${fullNumber(rows)}`,
    find: 'Find a key or a value',
    found: (count: number, of: number) =>
      count === of
        ? counted(of, { one: 'row', other: 'rows' })
        : `${fullNumber(count)} of ${counted(of, { one: 'row', other: 'rows' })}`,
    page: (from: number, to: number) => `${fullNumber(from)} to ${fullNumber(to)}`,
    previous: 'Previous rows',
    next: 'Next rows',
    key: 'Key',
    sort: 'Sort rows by',
    noTables: 'The context of this actor has no table.',
  },
  why: {
    nothing: 'Why did nothing happen?',
    nothingHint: (id: string) => `What you did that ${id} refused, or that changed nothing in it.`,
    noneRefused: (id: string) => `${id} refused nothing that you did.`,
    refused: (to: string, why: string) => `Not ${to}: ${why} – this did not hold`,
    notTaken: 'None of its states takes this event.',
    unchanged: 'It took the event, and stayed the same.',
    shown: 'Why is this on the screen?',
    shownHint: (id: string) =>
      `The last changes of ${id}, with what changed. The newest are first.`,
  },
  changed: 'What changed',
  noChange: 'The context stayed the same.',
  taken: 'Transitions taken',
  times: (count: number) => `${fullNumber(count)}×`,
  findValue: 'Find a name or a value',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not allowed',
  secret: 'secret, hidden',
  parts: (kind: string, count: number) => `${kind}, ${fullNumber(count)}`,
  actorNamed: (id: string) => `actor ${id}`,
  sats: (count: string) => `${count} sats`,
  showAll: (count: number) => `Show all ${fullNumber(count)}`,
  noEvent: 'There is no event yet.',
  neverChanged: 'No event has changed this actor since the inspector was opened.',
  fields: 'Fields of the event, as JSON',
  notJson: 'This isn’t JSON. Write an object.',
  send: 'Send',
  faults: {
    event: 'Send an event',
    ofActor: (id: string) => `Faults of ${id}`,
    hasEnded: 'This actor has ended. Choose one that is running.',
    stop: 'Stop',
    crash: 'Crash',
    endHint:
      'Stop ends it without telling its owner. Crash throws an error in it, which its owner handles.',
    milliseconds: 'Milliseconds',
    outOfRange: (most: number) => `Write a number from 1 to ${fullNumber(most)}.`,
    slow: 'Slow down',
    slowHint: 'Events reach it that much later, in order. Its own timers stay on time.',
    ofTab: 'Faults of this tab',
    cut: 'Cut the network',
    cutHint:
      'Closes all connections and opens none. New requests and uploads fail. Pictures and code still load.',
    refuse: 'Refuse the next signature',
    refuseHint: 'As if you had cancelled it. Signatures that happen by themselves go on.',
    late: 'Delay the caching service',
    lateHint: 'Its answers arrive that much later.',
    untilClosed: 'Faults end with Undo, or when the inspector is closed.',
    active: 'Active faults',
    isSlow: (actor: string, ms: number) => `${actor} gets events ${lengthOf(ms)} late`,
    isLate: (ms: number) => `Caching service ${lengthOf(ms)} late`,
    isCut: 'Network cut',
    isRefused: 'Next signature is refused',
    undoes: (fault: string) => `Undo: ${fault}`,
  },
  undo: 'Undo',
  next: {
    title: 'What could happen next',
    reads: 'It read',
    params: 'parameters',
    source: 'Text of the guard',
    nothing: 'These states have no transitions.',
    anywhere: 'in any state',
    depends: 'depends on the event',
    now: (passes: boolean): string => (passes ? 'holds now' : 'does not hold now'),
    byLast: (passes: boolean): string =>
      passes ? 'holds for the last event' : 'does not hold for the last event',
  },
  chart: {
    tools: 'View of the chart',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit',
    whole: 'Whole window',
    foldAll: 'Fold all',
    unfoldAll: 'Unfold all',
    group: (state: string) => `States in ${state}`,
    fold: (state: string) => `Fold ${state}`,
    unfold: (state: string) => `Unfold ${state}`,
  },
  sequence: 'Sequence',
  allActors: (count: number) => `Show ${counted(count, { one: 'actor', other: 'actors' })} again`,
  withoutActor: (id: string) => `Leave out ${id}`,
  sent: (from: string, to: string, type: string) => `${from} sends ${to}: ${type}`,
  mermaid: 'Copy as Mermaid',
  xstate: 'Copy as XState JSON',
  asText: { anyState: 'any state', noStates: 'has no states' },
  svg: 'Save as SVG',
  sendHint: 'It is handled now, also while an earlier moment is shown.',
};

function lengthOf(ms: number): string {
  if (ms < 1_000) return `${fullNumber(Math.max(0, Math.round(ms)))} ms`;
  return ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : duration(Math.round(ms / 1_000));
}

export type InspectorStrings = typeof inspectorEnglish;

/** The words of the inspector, loaded with its code (ACCESS-05). */
export const useInspectorStrings = words('inspector', inspectorEnglish);
