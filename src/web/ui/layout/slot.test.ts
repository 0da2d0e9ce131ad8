import { createElement, isValidElement } from 'react';
import { expect, test } from 'vitest';
import { Slot } from './slot.tsx';

function propertiesOf(drawn: unknown): Record<string, unknown> {
  if (!isValidElement<Record<string, unknown>>(drawn)) throw new Error('Nothing is drawn.');
  return drawn.props;
}

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
  const { onClick, onFocus, ...said } = propertiesOf(drawn);
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

test('a handler that the child names and does not have erases none', () => {
  const heard: string[] = [];
  const child = createElement('a', { onClick: undefined });
  const { onClick } = propertiesOf(Slot({ onClick: () => heard.push('given'), children: child }));
  if (typeof onClick === 'function') onClick();
  expect(heard).toEqual(['given']);
});

test('a ref and a style are those of the child, and go to one that has none', () => {
  const given = { ref: () => {}, style: { color: 'red' } };
  const own = { ref: () => {}, style: { margin: 0 } };
  expect(propertiesOf(Slot({ ...given, children: createElement('a', own) }))).toEqual(own);
  expect(propertiesOf(Slot({ ...given, children: createElement('a') }))).toEqual(given);
});

test('without one child there is nothing', () => {
  expect(Slot({ className: 'button', children: null })).toBeNull();
  expect(Slot({ className: 'button', children: 'Play' })).toBeNull();
  const two = [createElement('a', { key: 1 }), createElement('a', { key: 2 })];
  expect(Slot({ className: 'button', children: two })).toBeNull();
});
