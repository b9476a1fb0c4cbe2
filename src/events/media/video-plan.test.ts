import { expect, test } from 'vitest';
import type { MediaInfo } from '../connection/claims.ts';
import { readImeta } from './imeta.ts';
import { isLoadedAtOnce, stillOf, throughService } from './video-plan.ts';

const HOME = 'https://home.example';
const URL_A = 'https://v.example/a.mp4';

const describedBy = (...fields: string[]) => readImeta([['imeta', `url ${URL_A}`, ...fields]]);
const imetaOf = (...fields: string[]) => describedBy(...fields).get(URL_A);
const infoOf = (thumbnail: string | undefined, duration = 0): MediaInfo => {
  const variant = { size: 'o', animated: true, width: 1, height: 1, type: 'video/mp4', url: URL_A };
  return { url: URL_A, type: 'video/mp4', variants: [{ ...variant, duration }], thumbnail };
};

test('MEDIA-05 the still of a video comes from the service, else from its author, else there is none', () => {
  const [service, image, thumb] = ['s', 'i', 't'].map((name) => `https://v.example/${name}.jpg`);
  const [none, own] = [{ tags: [] }, { tags: [['thumb', `${thumb}`]] }];
  const video = { info: undefined, described: describedBy(), address: URL_A };
  const described = describedBy(`image ${image}`, `thumb ${thumb}`);
  expect(stillOf({ ...video, info: infoOf(service), described }, none)).toBe(service);
  expect(stillOf({ ...video, info: infoOf(undefined), described }, none)).toBe(image);
  const thumbed = describedBy(`thumb ${thumb}`);
  expect(stillOf({ ...video, info: infoOf(''), described: thumbed }, none)).toBe(thumb);
  expect(stillOf(video, own)).toBe(thumb);
  expect(stillOf({ ...video, described: new Map() }, own)).toBe(thumb);
  const two = readImeta([
    ['imeta', `url ${URL_A}`],
    ['imeta', `url ${HOME}/b.mp4`],
  ]);
  expect(stillOf({ ...video, described: two }, own)).toBe('');
  expect(stillOf(video, none)).toBe('');
});

test('MEDIA-05 only short videos and those stored at the service load without a press', () => {
  const video = { url: URL_A, isStream: false, info: undefined, imeta: undefined };
  for (const [fields, loads] of [
    [[], false],
    [['duration 60'], true],
    [['duration 61'], false],
    [['size 1000000'], true],
    [['size 99000000'], false],
    [['duration 61', 'size 1000'], false],
    [['duration x', 'size -1'], false],
  ] as const)
    expect([fields, isLoadedAtOnce({ ...video, imeta: imetaOf(...fields) }, HOME)]).toEqual([
      fields,
      loads,
    ]);
  expect(isLoadedAtOnce({ ...video, info: infoOf(undefined, 12) }, HOME)).toBe(true);
  expect(isLoadedAtOnce({ ...video, info: infoOf(undefined, 3_600) }, HOME)).toBe(false);
  expect(isLoadedAtOnce({ ...video, url: `${HOME}/a.mp4` }, HOME)).toBe(true);
  const stream = { ...video, isStream: true, imeta: imetaOf('duration 10') };
  expect(isLoadedAtOnce(stream, HOME)).toBe(false);
});

test('MEDIA-04 TRUST-08 media come through the service, streams as playlists; unsafe ones never', () => {
  const u = encodeURIComponent(URL_A);
  expect(throughService(URL_A, HOME)).toBe(`${HOME}/media-cache?s=o&a=1&u=${u}`);
  expect(throughService(URL_A, HOME, true)).toBe(`${HOME}/media-cache?s=o&a=1&k=playlist&u=${u}`);
  expect(throughService(`${HOME}/a.mp4`, HOME)).toBe(`${HOME}/a.mp4`);
  for (const url of ['javascript:1', 'https://10.0.0.1/a.mp4', ''])
    expect(throughService(url, HOME)).toBeUndefined();
});
