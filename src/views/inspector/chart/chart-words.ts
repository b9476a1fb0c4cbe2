import type { SettingsStrings } from '../../ui/strings/settings.ts';
import type { Chart, ChartState, Reason } from './chart.ts';
import type { Words } from './chart-layout.ts';

type Say = SettingsStrings['devtools'];

/** Return why a transition happens, in words: `after 10 s if looksOut`. */
export function reasonWords({ cause, guard }: Reason, say: Say): string {
  const why = causeWords(cause, say);
  return guard === undefined ? why : say.guarded(why, guard === 'inline' ? say.condition : guard);
}

function causeWords(cause: Reason['cause'], say: Say): string {
  if (cause.type === 'event') return cause.name;
  if (cause.type === 'done') return say.done(cause.child);
  if (cause.type === 'failed') return say.failed(cause.child);
  if (cause.type === 'after')
    return say.after(cause.delay, cause.ms === undefined ? '' : timeWords(cause.ms));
  return say[cause.type];
}

function timeWords(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
}

/** Return the text of the boxes and arrows. */
export function chartWords(chart: Chart, say: Say): Words {
  const words = (reasons: readonly Reason[]) => reasons.map((reason) => reasonWords(reason, say));
  return {
    box: (state) => [
      ...state.runs.map(say.runs),
      ...againWords(chart, state, say),
      ...words(state.stays).map(say.stays),
    ],
    arrow: ({ reasons }) => words(reasons),
  };
}

function againWords({ edges }: Chart, { key }: ChartState, say: Say): readonly string[] {
  const own = edges.filter(({ from, to }) => from === key && to === key);
  return own.flatMap(({ reasons }) => reasons.map((reason) => say.again(reasonWords(reason, say))));
}

/** Return a text alternative to the drawing of a state, as lines. */
export function stateLines(chart: Chart, state: ChartState, say: Say): readonly string[] {
  const away = chart.edges.filter(({ from, to }) => from === state.key && to !== state.key);
  const ways = away.flatMap(({ to, reasons }) =>
    reasons.map((reason) => say.leads(reasonWords(reason, say), to)),
  );
  return [...chartWords(chart, say).box(state), ...ways];
}
