import { circle, ellipse, group, line, path, rect, type Scene } from './svg.ts';

/**
 * Custom emoji of the town in a box of 36. Each has a disc as background, because the PNG has no
 * alpha and would show white.
 */
export const EMOJI: Readonly<Record<string, string>> = {
  starling:
    path('M5 22C10 14 16 12 22 13L31 10 27 16C28 22 23 28 15 28L8 31 10 26z', '#3b3358') +
    circle(24, 15, 1.2, '#f7e9c8') +
    line('M14 21L18 23M17 18L21 20', '#b7a8e8', 1.4),
  kettle:
    path('M9 17H25L28 28H6z', '#b5533a') +
    path('M25 18L32 14 30 22z', '#b5533a') +
    line('M11 16C11 8 23 8 23 16', '#3a2c2c', 2.2) +
    circle(17, 14.5, 1.8, '#3a2c2c'),
  loaf:
    path('M5 25C3 15 10 10 18 10S33 15 31 25C30 29 6 29 5 25z', '#c98b46') +
    line('M12 13L10 20M18 12L17 20M24 13L25 20', '#8f5a28', 2),
  lighthouse:
    path('M14 14H22L24 31H12z', '#f3ead9') +
    path('M13.4 19H22.6L23 23H13z', '#b2402f') +
    rect(14, 8, 8, 6, '#f2c25b') +
    path('M13 8L18 4 23 8z', '#3a2c2c'),
  heart_of_oak:
    path(
      'M18 31C6 22 5 15 9 11.5 13 8 17 11 18 14 19 11 23 8 27 11.5 31 15 30 22 18 31z',
      '#a5432f',
    ) + line('M18 28V16M18 22L13 17M18 20L23 15', '#f3c9a0', 1.3),
  tea:
    path('M7 14H26L24 28H9z', '#3f6f78') +
    line('M26 17C32 16 32 24 25 24', '#3f6f78', 2.2) +
    ellipse(16.5, 14, 9.5, 2.4, '#8a5a34') +
    line('M13 9C12 7 14 6 13 4M19 9C18 7 20 6 19 4', '#b9a692', 1.4),
  moon_jam:
    circle(18, 18, 12.5, '#2b3a5c') +
    path('M22 8A10.5 10.5 0 1 0 28 21 8.5 8.5 0 0 1 22 8z', '#f4dca0'),
  snail:
    path(
      'M5 28C5 25 9 25 12 26 10 16 26 12 27 22 27 25 26 26 25 27H30C31 27 31 29 30 29H8z',
      '#c9935a',
    ) +
    line('M19 24C15 22 17 17 21 18 25 20 23 26 18 26', '#7d4f27', 1.7) +
    line('M7 26L5 20M9 25L9 19', '#c9935a', 1.5),
};

export const emojiScene: Scene = (_rng, width, _height, hint) => {
  const disc = rect(0, 0, 36, 36, '#f6efe2');
  return {
    svg: group(disc + (EMOJI[hint] ?? ''), `transform="scale(${width / 36})"`),
    alt: hint.replaceAll('_', ' '),
  };
};
