import { publish, signedBy } from './publish.ts';
import { startHouse } from './start.ts';

/** A tenth of the demo town: forty accounts, six hundred notes. */
const PART = 0.1;

const ARTICLE = `## A heading

Words, **strong** ones, and a [link](https://example.com).

| a | b |
|---|---|
| 1 | 2 |

\`\`\`ts
const code = true;
\`\`\`

> Quoted, with a footnote[^1].

[^1]: The footnote.
`;

/** Playwright's global set-up: one service with a small town for all tests that only read. Ends it when they are done. */
// oxlint-disable-next-line import/no-default-export -- Playwright takes nothing else
export default async function serve(): Promise<() => Promise<void>> {
  const { url, demo, clear } = await startHouse({ town: PART });
  const jun = demo.find(({ name }) => name === 'jun');
  const tags = Object.entries({ d: 'how-to-read', title: 'How to read', summary: 'In a few words.', t: 'reading' });
  await publish(url, signedBy(jun, { kind: 30_023, content: ARTICLE, tags }));
  process.env['STARLING_TOWN'] = JSON.stringify({ url, demo });
  return clear;
}
