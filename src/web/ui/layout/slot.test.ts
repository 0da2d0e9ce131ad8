import { createElement, isValidElement } from 'react';
import { expect, test } from 'vitest';
import { Slot } from './slot.tsx';

function propertiesOf(drawn: unknown): Record<string, unknown> {
  if (!isValidElement<Record<string, unknown>>(drawn)) throw new Error('Nothing is drawn.');
  return drawn.props;
}

test('props are passed to the child, whose own take precedence, and both handlers run', () => {
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

test('an undefined handler of the child removes none', () => {
  const heard: string[] = [];
  const child = createElement('a', { onClick: undefined });
  const { onClick } = propertiesOf(Slot({ onClick: () => heard.push('given'), children: child }));
  if (typeof onClick === 'function') onClick();
  expect(heard).toEqual(['given']);
});

test('a ref and a style of the child take precedence, and are set if it has none', () => {
  const given = { ref: () => {}, style: { color: 'red' } };
  const own = { ref: () => {}, style: { margin: 0 } };
  expect(propertiesOf(Slot({ ...given, children: createElement('a', own) }))).toEqual(own);
  expect(propertiesOf(Slot({ ...given, children: createElement('a') }))).toEqual(given);
});

test('without exactly one child it renders nothing', () => {
  expect(Slot({ className: 'button', children: null })).toBeNull();
  expect(Slot({ className: 'button', children: 'Play' })).toBeNull();
  const two = [createElement('a', { key: 1 }), createElement('a', { key: 2 })];
  expect(Slot({ className: 'button', children: two })).toBeNull();
});
