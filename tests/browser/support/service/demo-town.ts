import { publish, signedBy } from './publish.ts';
import { type TestService, startHouse } from './test-service.ts';

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

/** The article that Jun adds to every town of the tests. */
export const READ = { identifier: 'how-to-read', title: 'How to read' };

/** A service with a part of the demo town (from 0 to 1) and an article with a known address. */
export async function startTown(part: number): Promise<TestService> {
  const house = await startHouse({ town: part });
  const jun = house.demo.find(({ name }) => name === 'jun');
  const tags = Object.entries({
    d: READ.identifier,
    title: READ.title,
    summary: 'In a few words.',
    t: 'reading',
  });
  await publish(house.url, signedBy(jun, { kind: 30_023, content: ARTICLE, tags }));
  return house;
}
