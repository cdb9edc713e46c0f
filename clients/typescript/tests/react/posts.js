/** What a server and the page show alike. */
import { createElement } from 'react';

export const posts = (count, letter = 'k') => Array.from({ length: count }, (_, number) => ({
  id: `${letter}${number}`, text: `${letter}${number} ${'word '.repeat(1 + number * 7919 % 61)}`,
}));

export const plain = {
  keyOf: ({ id }) => id, estimate: 60, style: { height: '100vh' }, headers: [{ height: 40, pin: true, render: () => 'All posts' }],
  render: ({ id, text }) => createElement('p', { 'data-name': id }, text),
};
