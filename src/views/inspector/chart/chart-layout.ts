import { graphlib, layout } from '@dagrejs/dagre';
import type { Chart, ChartEdge, ChartState } from './chart.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `x` and `y` are the upper left corner, in pixels. */
export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}

/** A state as a box. For a group of states, the box that represents the group. */
export interface Box extends Area {
  readonly state: ChartState;
  readonly lines: readonly string[];
}

/** The frame around a group of states. */
interface Frame extends Area {
  readonly state: ChartState;
}

/**
 * `edge` is `undefined` for the arrow from a group to its initial state. `label` is the position of
 * the text.
 */
export interface Arrow {
  readonly edge: ChartEdge | undefined;
  readonly points: readonly Point[];
  readonly lines: readonly string[];
  readonly label: Area;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly frames: readonly Frame[];
  readonly arrows: readonly Arrow[];
}

/** The text in a box below its name, and along an arrow. */
export interface Words {
  readonly box: (state: ChartState) => readonly string[];
  readonly arrow: (edge: ChartEdge) => readonly string[];
}

/**
 * Text metrics as in `ActorChart`. There is no page to measure on, so every letter has the average
 * width.
 */
export const LINE = 16;
export const PAD = 10;
const MARGIN = 8;
const NAME_LETTER = 7.8;
const LETTER = 6.3;
/** Room beside the name for the mark of the current state. */
const MARK = 36;

/**
 * Place states and arrows. A group is a frame with its own box, where the arrows of the group start
 * and end. A self-transition is text in its box.
 */
export function layoutChart(chart: Chart, words: Words): Drawing {
  const graph = new graphlib.Graph<object, Size, Size & { points?: Point[] }>({
    compound: true,
    multigraph: true,
  });
  graph.setGraph({
    rankdir: 'TB',
    nodesep: 28,
    edgesep: 14,
    ranksep: 30,
    marginx: MARGIN,
    marginy: MARGIN,
  });
  const isGroup = (key: string) => chart.states.some(({ parent }) => parent === key);
  const anchor = (key: string) => (isGroup(key) ? headOf(key) : bodyOf(key));
  for (const state of chart.states) {
    const { key, parent } = state;
    const box = isGroup(key) ? headOf(key) : bodyOf(key);
    graph.setNode(box, sizeOfBox(state, words.box(state)));
    if (isGroup(key)) {
      graph.setNode(frameOf(key), { width: 0, height: 0 });
      graph.setParent(box, frameOf(key));
    }
    if (parent !== undefined) graph.setParent(isGroup(key) ? frameOf(key) : box, frameOf(parent));
  }
  const inner = chart.states.filter(
    ({ parent, initial }) => parent !== undefined && (initial || isParallel(chart, parent)),
  );
  for (const { key, parent = '' } of inner)
    graph.setEdge(headOf(parent), anchor(key), { width: 0, height: 0 }, 'first');
  for (const edge of chart.edges.filter(({ from, to }) => from !== to))
    graph.setEdge(
      anchor(edge.from),
      anchor(edge.to),
      sizeOfLines(words.arrow(edge)),
      `${edge.from}>${edge.to}`,
    );
  layout(graph);
  return drawn(chart, words, graph, isGroup);
}

interface Size {
  width: number;
  height: number;
  labelpos?: 'c';
  x?: number;
  y?: number;
}

type Graph = graphlib.Graph<object, Size, Size & { points?: Point[] }>;

function drawn(
  chart: Chart,
  words: Words,
  graph: Graph,
  isGroup: (key: string) => boolean,
): Drawing {
  const boxes = chart.states.map((state) => ({
    state,
    lines: words.box(state),
    ...cornered(graph.node(isGroup(state.key) ? headOf(state.key) : bodyOf(state.key))),
  }));
  const frames = chart.states
    .filter(({ key }) => isGroup(key))
    .map((state) => ({ state, ...cornered(graph.node(frameOf(state.key))) }))
    .toSorted((a, b) => b.width * b.height - a.width * a.height);
  const arrows = graph.edges().map((one): Arrow => {
    const { points = [], ...label } = graph.edge(one);
    const edge = chart.edges.find(({ from, to }) => one.name === `${from}>${to}`);
    return { edge, points, lines: edge ? words.arrow(edge) : [], label: cornered(label) };
  });
  const corners = [...boxes, ...frames].map(({ x, y, width, height }) => ({
    x: x + width,
    y: y + height,
  }));
  const ends = [...corners, ...arrows.flatMap(({ points }) => points)];
  const far = (axis: 'x' | 'y') => Math.ceil(Math.max(...ends.map((end) => end[axis]))) + MARGIN;
  return { width: far('x'), height: far('y'), boxes, frames, arrows };
}

function isParallel(chart: Chart, key: string): boolean {
  return chart.states.find((state) => state.key === key)?.kind === 'parallel';
}

function cornered({ x = 0, y = 0, width, height }: Size): Area {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function sizeOfBox({ name }: ChartState, lines: readonly string[]): Size {
  const letters = Math.max(0, ...lines.map((line) => line.length)) * LETTER;
  return {
    width: Math.ceil(Math.max(name.length * NAME_LETTER + MARK, letters)) + 2 * PAD,
    height: LINE * (1 + lines.length) + 2 * PAD,
  };
}

function sizeOfLines(lines: readonly string[]): Size {
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * LETTER) + 12;
  return { width, height: LINE * lines.length + 6, labelpos: 'c' };
}

const bodyOf = (key: string) => `state ${key}`;
const headOf = (key: string) => `head ${key}`;
const frameOf = (key: string) => `frame ${key}`;
