import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenize } from './content.ts';
import { inOtherWords, isSameLanguage, textsOf } from './translation.ts';

const HOME = 'https://here.example';
const NOTE = {
  content: 'Hola, mira #barco https://a.example/x 🎉\n\n12:30\nHola, mira ',
  tags: [],
};

test('BEYOND-15 only words are given to a translator, each text once: no links, no hashtags, no numbers', () => {
  const tokens = tokenize(NOTE, HOME);
  expect(textsOf(tokens)).toEqual(['Hola, mira ']);
});

test('BEYOND-15 a translation replaces its text and keeps the white space around it; the rest stays', () => {
  const tokens = tokenize(NOTE, HOME);
  const said = inOtherWords(tokens, new Map([['Hola, mira ', 'Hello, look']]));
  expect(said.map(({ text }) => text).join('')).toBe(
    NOTE.content.replaceAll('Hola, mira', 'Hello, look'),
  );
});

test('BEYOND-15 a translation changes only texts, and an untranslated text stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string(), (content, other) => {
      const tokens = tokenize({ content, tags: [] }, HOME);
      const texts = textsOf(tokens);
      const said = inOtherWords(tokens, new Map(texts.slice(1).map((text) => [text, other])));
      expect(said.map(({ type }) => type)).toEqual(tokens.map(({ type }) => type));
      for (const [at, token] of tokens.entries())
        if (token.type !== 'text' || !texts.slice(1).includes(token.text))
          expect(said[at]).toBe(token);
    }),
  );
});

test('BEYOND-15 tags of different regions are one language; Chinese has two scripts', () => {
  expect([
    isSameLanguage('en', 'en-GB'),
    isSameLanguage('pt-BR', 'PT'),
    isSameLanguage('es', 'en'),
  ]).toEqual([true, true, false]);
  expect([
    isSameLanguage('zh', 'zh-CN'),
    isSameLanguage('zh-Hant', 'zh-TW'),
    isSameLanguage('zh', 'zh-Hant'),
  ]).toEqual([true, true, false]);
});
