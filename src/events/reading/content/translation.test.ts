import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenize } from './content.ts';
import { inOtherWords, isSameLanguage, textsOf } from './translation.ts';

const HOME = 'https://here.example';
const NOTE = { content: 'Hola, mira #barco https://a.example/x 🎉\n\n12:30\nHola, mira ', tags: [] };

test('BEYOND-15 only words are given to a translator, each text once: no links, no hashtags, no numbers', () => {
  const tokens = tokenize(NOTE, HOME);
  expect(textsOf(tokens)).toEqual(['Hola, mira ']);
});

test('BEYOND-15 what is translated takes the place of its text, with the white space around it; all else stays as it was written', () => {
  const tokens = tokenize(NOTE, HOME);
  const said = inOtherWords(tokens, new Map([['Hola, mira ', 'Hello, look']]));
  expect(said.map(({ text }) => text).join('')).toBe(NOTE.content.replaceAll('Hola, mira', 'Hello, look'));
});

test('BEYOND-15 a translation changes nothing but texts, and a text that was not translated stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string(), (content, other) => {
      const tokens = tokenize({ content, tags: [] }, HOME);
      const texts = textsOf(tokens);
      const said = inOtherWords(tokens, new Map(texts.slice(1).map((text) => [text, other])));
      expect(said.map(({ type }) => type)).toEqual(tokens.map(({ type }) => type));
      for (const [at, token] of tokens.entries())
        if (token.type !== 'text' || !texts.slice(1).includes(token.text)) expect(said[at]).toBe(token);
    }),
  );
});

test('BEYOND-15 two tags are one language whatever the region; Chinese is written in two ways', () => {
  expect([isSameLanguage('en', 'en-GB'), isSameLanguage('pt-BR', 'PT'), isSameLanguage('es', 'en')]).toEqual([true, true, false]);
  expect([isSameLanguage('zh', 'zh-CN'), isSameLanguage('zh-Hant', 'zh-TW'), isSameLanguage('zh', 'zh-Hant')]).toEqual([true, true, false]);
});
