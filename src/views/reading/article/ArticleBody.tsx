import { Fragment, type ReactNode, use, useMemo, useRef } from 'react';
import type { Preview, VerifiedEvent } from '../../../events/nostr/event.ts';
import { countWords } from '../../../events/reading/article/article.ts';
import {
  type ContentsLine,
  contentsOf,
} from '../../../events/reading/article/table-of-contents.ts';
import { markHighlights } from '../../../events/reading/article/highlight-marks.ts';
import { linkAlone } from '../../../events/reading/markdown/link-alone.ts';
import { firstPartOf } from '../../../events/reading/markdown/markdown-part.ts';
import type {
  CarriedToken,
  Markdown,
  MarkdownBlock,
  MarkdownInline,
  MarkdownTable,
} from '../../../events/reading/markdown/markdown-node.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { BreakableText } from '../../ui/display/BreakableText.tsx';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import styles from './ArticleBody.module.css';
import { ArticlePicture } from './ArticlePicture.tsx';
import { CarriedPlace } from '../note/AttachmentPlaceholder.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { Highlights, PassageSign, PassagesContext, useHighlightsOf } from './Highlights.tsx';
import { InsideLink, signsWithin } from './inside-link.ts';
import { Inline } from '../../account/text/InlineText.tsx';
import { Quote } from '../note/NoteText.tsx';
import { PreviewCard } from '../links/PreviewCard.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useHoldParagraph } from './use-hold-position.ts';
import { PART, useParts } from './use-parts.ts';

/**
 * An article's text as React elements from its own tree; nothing in it is ever HTML (THREAD-04,
 * E-02).
 */
export function ArticleBody({
  event,
  end,
}: {
  readonly event: VerifiedEvent;
  /** Shown at the end of the text, before its highlights. */
  readonly end: ReactNode;
}) {
  const prose = useRef<HTMLDivElement>(null);
  const { read, parts, onMore } = useParts(event, 'parts');
  useHoldParagraph(prose);
  const highlights = useHighlightsOf(event);
  const { markdown, passages } = useMemo(
    () => markHighlights(read, highlights),
    [read, highlights],
  );
  return (
    <PassagesContext value={passages}>
      <div ref={prose} className={styles.prose}>
        <Text markdown={markdown} event={event} parts={parts} onMore={onMore} />
      </div>
      <SelectionBar within={prose} event={event} />
      {end}
      <Highlights event={event} passages={passages} />
    </PassagesContext>
  );
}

/** Renders an article that is being written as readers see it, but without highlights. */
export function ArticlePreviewBody({ event }: { readonly event: Preview }) {
  const { read, parts, onMore } = useParts(event);
  return (
    <div className={styles.prose}>
      <Text markdown={read} event={event} parts={parts} onMore={onMore} />
    </div>
  );
}

interface TextProps extends Part {
  readonly markdown: Markdown;
  readonly parts: number;
  readonly onMore: () => void;
}

function Text({ markdown, event, parts, onMore }: TextProps) {
  const reading = useThreadStrings();
  const { blocks, footnotes, more } = useMemo(
    () => firstPartOf(markdown, parts * PART),
    [markdown, parts],
  );
  const contents = useMemo(() => contentsOf(blocks, countWords(event.content)), [blocks, event]);
  const ids: HeadingIds = useMemo(
    () => new Map(contents.map(({ block }, at) => [block, `part-${nameOf(event)}-${at + 1}`])),
    [contents, event],
  );
  const goesOn = more || markdown.more;
  return (
    <>
      {contents.length > 0 && <Contents lines={contents} ids={ids} />}
      <Blocks blocks={blocks} event={event} ids={ids} />
      {footnotes.length > 0 && <Footnotes notes={footnotes} event={event} />}
      {goesOn && (
        <Button wide tone="quiet" onClick={onMore}>
          {reading.readOn}
        </Button>
      )}
      {!goesOn && markdown.cut && <Notice>{reading.articleCut}</Notice>}
    </>
  );
}

/** Return the prefix of the element ids within the page. */
const nameOf = ({ id = 'preview' }: VerifiedEvent | Preview): string => id;

type HeadingIds = ReadonlyMap<MarkdownBlock, string>;

/** Links to the headings of a long text. */
function Contents({
  lines,
  ids,
}: {
  readonly lines: readonly ContentsLine[];
  readonly ids: HeadingIds;
}) {
  const reading = useThreadStrings();
  return (
    <nav aria-label={reading.contents} className={styles.contents}>
      <p className={styles.contentsTitle}>{reading.contents}</p>
      <ol>
        {lines.map(({ block, text, level }) => (
          <li key={ids.get(block)} className={level === 1 ? styles.lower : undefined}>
            <a href={`#${ids.get(block)}`}>
              <IsolatedText>
                <BreakableText text={text} />
              </IsolatedText>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Footnotes({ notes, event }: Part & { readonly notes: Markdown['footnotes'] }) {
  const reading = useThreadStrings();
  return (
    <section aria-label={reading.footnotes} className={styles.notes}>
      <ol>
        {notes.map((blocks, at) => (
          <li key={at} id={`fn-${nameOf(event)}-${at + 1}`} className={styles.note}>
            <Blocks blocks={blocks} event={event} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Part {
  readonly event: VerifiedEvent | Preview;
}

/** `ids`: ids of the headings that are link targets. */
function Blocks({
  blocks,
  event,
  ids,
}: Part & { readonly blocks: readonly MarkdownBlock[]; readonly ids?: HeadingIds }) {
  return blocks.map((block, at) => (
    <BlockView key={at} block={block} event={event} id={ids?.get(block)} />
  ));
}

function BlockView({
  block,
  event,
  id,
}: Part & { readonly block: MarkdownBlock; readonly id?: string | undefined }) {
  switch (block.type) {
    case 'paragraph':
      return <Paragraph block={block} event={event} />;
    case 'heading':
      return <Heading id={id} level={block.level} parts={block.children} event={event} />;
    case 'list': {
      const items = block.items.map((item, at) => (
        <li key={at} dir="auto">
          {block.tight ? (
            <Tight blocks={item} event={event} />
          ) : (
            <Blocks blocks={item} event={event} />
          )}
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <Table table={block} event={event} />;
    case 'code':
      return <CodeBlock language={block.language} text={block.text} />;
    case 'quote':
      return (
        <blockquote dir="auto">
          <Blocks blocks={block.children} event={event} />
        </blockquote>
      );
    case 'image':
      return <ArticlePicture image={block} event={event} />;
    case 'carried':
      return <CarriedBlock token={block.token} event={event} />;
    case 'rule':
      return <hr />;
  }
}

type ParagraphBlock = Extract<MarkdownBlock, { type: 'paragraph' }>;

/** A paragraph. A link that is alone in it gets a card, as in a note (NOTE-08). */
function Paragraph({ block, event }: Part & { readonly block: ParagraphBlock }) {
  const link = linkAlone(block);
  const text = (
    <p dir="auto">
      <Inlines parts={block.children} event={event} />
    </p>
  );
  if (!link) return text;
  return <PreviewCard key={link.url} link={link} event={event} fallback={text} />;
}

interface HeadingProps {
  readonly id: string | undefined;
  readonly level: number;
  readonly parts: readonly MarkdownInline[];
}

/** Headings of the text start one level below the article's own title. */
function Heading({ id, level, parts, event }: Part & HeadingProps) {
  const children = <Inlines parts={parts} event={event} />;
  if (level <= 2)
    return (
      <h3 id={id} className={styles.large} dir="auto">
        {children}
      </h3>
    );
  if (level === 3)
    return (
      <h4 id={id} className={styles.small} dir="auto">
        {children}
      </h4>
    );
  return (
    <h5 id={id} className={styles.small} dir="auto">
      {children}
    </h5>
  );
}

/** A tight list's items are lines, not paragraphs. */
function Tight({ blocks, event }: Part & { readonly blocks: readonly MarkdownBlock[] }) {
  return blocks.map((block, at) =>
    block.type === 'paragraph' ? (
      <Inlines key={at} parts={block.children} event={event} />
    ) : (
      <BlockView key={at} block={block} event={event} />
    ),
  );
}

function Inlines({ parts, event }: Part & { readonly parts: readonly MarkdownInline[] }) {
  return parts.map((part, at) => (
    <Fragment key={at}>
      <InlineView part={part} event={event} />
    </Fragment>
  ));
}

type LinkPart = Extract<MarkdownInline, { type: 'link' }>;

function LinkView({ part, event }: Part & { readonly part: LinkPart }) {
  return (
    <>
      <a
        href={part.url}
        title={part.title || undefined}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        <InsideLink value={true}>
          <Inlines parts={part.children} event={event} />
        </InsideLink>
      </a>
      <Inlines parts={signsWithin(part.children)} event={event} />
    </>
  );
}

function InlineView({ part, event }: Part & { readonly part: MarkdownInline }) {
  const isInLink = use(InsideLink);
  switch (part.type) {
    case 'token':
      return <Inline tokens={[part.token]} />;
    case 'em':
      return (
        <em>
          <Inlines parts={part.children} event={event} />
        </em>
      );
    case 'strong':
      return (
        <strong>
          <Inlines parts={part.children} event={event} />
        </strong>
      );
    case 'strike':
      return (
        <s>
          <Inlines parts={part.children} event={event} />
        </s>
      );
    case 'code':
      return (
        <code>
          <BreakableText text={part.text} />
        </code>
      );
    case 'link':
      return <LinkView part={part} event={event} />;
    case 'mention':
      return <Inline tokens={[part.token]} />;
    case 'image':
      return <ArticlePicture image={part} event={event} />;
    case 'break':
      return part.hard ? <br /> : ' ';
    case 'footnote':
      return (
        <sup>
          <a href={`#fn-${nameOf(event)}-${part.number}`}>{part.number}</a>
        </sup>
      );
    case 'mark':
      return (
        <mark className={styles.mark}>
          <Inlines parts={part.children} event={event} />
        </mark>
      );
    case 'passage':
      return event.id === undefined || isInLink ? null : (
        <PassageSign event={event} number={part.passage} />
      );
  }
}

function Table({ table, event }: Part & { readonly table: MarkdownTable }) {
  const reading = useThreadStrings();
  const cell = (at: number) =>
    table.align[at] === undefined ? undefined : styles[table.align[at]];
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={reading.table}>
      <table>
        <thead>
          <tr>
            {table.head.map((parts, at) => (
              <th key={at} scope="col" className={cell(at)}>
                <Inlines parts={parts} event={event} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            <tr key={line}>
              {row.map((parts, at) => (
                <td key={at} className={cell(at)}>
                  <Inlines parts={parts} event={event} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CarriedBlock({ token, event }: Part & { readonly token: CarriedToken }) {
  if (token.type === 'event' || token.type === 'address') return <Quote token={token} depth={1} />;
  return <CarriedPlace token={token} event={event} />;
}
