import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import { closingOf } from './closing-tag.ts';

/** Metadata of a page in JSON-LD (schema.org). Missing values are empty. */
export interface LinkedData {
  readonly title: string;
  readonly description: string;
  readonly image: string;
}

const MOST_SCRIPTS = 5;
const MOST_NODES = 50;
const LONGEST = 128 * 1024;
/** Types whose name is the title of the page. An organization or a breadcrumb is not. */
const TITLED =
  /(?:Article|Posting|WebPage|Report|Product|Recipe|Event|Book|Movie|Video\w*|Course)$/;

/** Read the first node of a page's JSON-LD that describes the page itself. */
export function readLinkedData(html: string): LinkedData | undefined {
  let at = 0;
  for (let count = 0; count < MOST_SCRIPTS; count++) {
    const named = html.indexOf('application/ld+json', at);
    if (named < 0) return undefined;
    const start = html.indexOf('>', named) + 1;
    const end = start === 0 ? undefined : closingOf(html, 'script', start);
    if (end === undefined) return undefined;
    at = end;
    if (end - start > LONGEST) continue;
    const found = nodesOf(parseJson(html.slice(start, end))).find(isTitled);
    if (found) return dataOf(found);
  }
  return undefined;
}

type Node = Readonly<Record<string, unknown>>;

function nodesOf(value: unknown): Node[] {
  const all = Array.isArray(value) ? value.slice(0, MOST_NODES) : [value];
  return all.filter(isRecord).flatMap((node) => {
    const graph = field(node, '@graph');
    return Array.isArray(graph) ? graph.slice(0, MOST_NODES).filter(isRecord) : [node];
  });
}

function isTitled(node: Node): boolean {
  const type = field(node, '@type');
  const types: readonly unknown[] = Array.isArray(type) ? type.slice(0, MOST_NODES) : [type];
  return types.some((name) => typeof name === 'string' && TITLED.test(name.slice(0, 100)));
}

function dataOf(node: Node): LinkedData {
  return {
    title: textIn(field(node, 'headline')) || textIn(field(node, 'name')),
    description: textIn(field(node, 'description')),
    image: addressIn(field(node, 'image')) || addressIn(field(node, 'thumbnailUrl')),
  };
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** An address, an object with one, or a list of either. */
function addressIn(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return isRecord(first) ? textIn(field(first, 'url')) : textIn(first);
}
