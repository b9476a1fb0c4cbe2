/** A piece of code, by the kinds of token that nearly every language has. */
export interface CodePiece {
  readonly kind: 'plain' | 'comment' | 'string' | 'keyword' | 'number';
  readonly text: string;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'abstract and as async await begin break case catch class const continue def default defer del do done elif else elseif end enum except export extends ' +
    'extern false fi final finally fn for foreach from func function go goto if impl implements import in inline instanceof interface is lambda let local loop ' +
    'match mod module mut namespace new nil none not null operator or package pass private protected pub public raise readonly return self static struct super ' +
    'switch template then this throw trait true try type typeof undefined union unless unsafe until use using var virtual void volatile when where while with yield'
  ).split(' '),
);

const LONGEST = 50_000;

/**
 * Highlight code in one pass from left to right. Unrecognized text stays plain, and no text is lost
 * (E-44).
 */
export function highlight(code: string): readonly CodePiece[] {
  if (code.length > LONGEST) return [{ kind: 'plain', text: code }];
  const pieces: CodePiece[] = [];
  let plain = '';
  const push = (kind: CodePiece['kind'], text: string) => {
    if (kind === 'plain') {
      plain += text;
      return;
    }
    if (plain !== '') pieces.push({ kind: 'plain', text: plain });
    plain = '';
    pieces.push({ kind, text });
  };
  for (let at = 0; at < code.length; ) {
    const [kind, end] = pieceAt(code, at);
    push(kind, code.slice(at, end));
    at = end;
  }
  if (plain !== '') pieces.push({ kind: 'plain', text: plain });
  return pieces;
}

function pieceAt(code: string, at: number): readonly [CodePiece['kind'], number] {
  const char = code.charAt(at);
  const pair = code.slice(at, at + 2);
  if (pair === '//' || pair === '--' || char === '#')
    return isLineStart(code, at) || pair === '//'
      ? ['comment', lineEnd(code, at)]
      : ['plain', at + 1];
  if (pair === '/*') return ['comment', after(code, '*/', at + 2)];
  if (char === '"' || char === "'" || char === '`') return ['string', stringEnd(code, at, char)];
  if (!isWord(char)) return ['plain', at + 1];
  let end = at + 1;
  while (end < code.length && isWord(code.charAt(end))) end++;
  const word = code.slice(at, end);
  if (KEYWORDS.has(word)) return ['keyword', end];
  return [char >= '0' && char <= '9' ? 'number' : 'plain', end];
}

function isWord(char: string): boolean {
  return (
    (char >= 'a' && char <= 'z') ||
    (char >= 'A' && char <= 'Z') ||
    (char >= '0' && char <= '9') ||
    char === '_'
  );
}

/** True if only white space precedes on the line. There, `#` and `--` start a comment. */
function isLineStart(code: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (code.charAt(before) === ' ' || code.charAt(before) === '\t')) before--;
  return before < 0 || code.charAt(before) === '\n';
}

function lineEnd(code: string, at: number): number {
  const end = code.indexOf('\n', at);
  return end < 0 ? code.length : end;
}

function after(code: string, close: string, from: number): number {
  const end = code.indexOf(close, from);
  return end < 0 ? code.length : end + close.length;
}

/** A quote without a closing quote on its line is an apostrophe. Only back ticks may span lines. */
function stringEnd(code: string, at: number, quote: string): number {
  for (let end = at + 1; end < code.length; end++) {
    const char = code.charAt(end);
    if (char === '\\') end++;
    else if (char === quote) return end + 1;
    else if (char === '\n' && quote !== '`') return at + 1;
  }
  return at + 1;
}
