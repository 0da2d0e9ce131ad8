import { createElement, isValidElement } from 'react';
import { expect, test } from 'vitest';
import { Slot } from './slot.tsx';

test('what it is given goes to its child, whose own words stand, and both hear what happens', () => {
  const heard: string[] = [];
  const own = { href: '/play', className: 'wide', title: 'Play the game', onClick: () => heard.push('own') };
  const drawn = Slot({
    className: 'button',
    title: 'Play',
    'aria-haspopup': 'menu',
    onClick: () => heard.push('given'),
    onFocus: () => heard.push('focus'),
    children: createElement('a', own, 'Play'),
  });
  if (!isValidElement<Record<string, unknown>>(drawn)) throw new Error('Nothing is drawn.');
  const { onClick, onFocus, ...said } = drawn.props;
  expect(said).toEqual({
    href: '/play',
    className: 'button wide',
    title: 'Play the game',
    'aria-haspopup': 'menu',
    children: 'Play',
  });
  for (const handler of [onClick, onFocus]) if (typeof handler === 'function') handler();
  expect(heard).toEqual(['own', 'given', 'focus']);
});

test('without a child there is nothing', () => {
  expect(Slot({ className: 'button', children: null })).toBeNull();
});
