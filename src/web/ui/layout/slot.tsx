import { cloneElement, isValidElement, type ReactNode } from 'react';

type Properties = Record<string, unknown>;

/**
 * Gives its properties to its one child, which is drawn in its place: the classes of both, the handlers of both, the child's
 * first, and of all else, a `ref` and a `style` among it, what the child has. Anything but one element draws nothing. It
 * stands in for Radix's `Slot`, which joins refs and styles as well and weighs a kilobyte on everybody's first page.
 */
export function Slot({ children, ...given }: Properties & { children?: ReactNode }) {
  if (!isValidElement<Properties>(children)) return null;
  return cloneElement(children, { ...given, ...children.props, ...bothOf(given, children.props) });
}

function bothOf(given: Properties, own: Properties): Properties {
  const both: Properties = {};
  for (const [name, value] of Object.entries(given)) {
    const its = own[name];
    if (name === 'className') both[name] = [value, its].filter(Boolean).join(' ');
    else if (name.startsWith('on') && typeof value === 'function')
      both[name] = (...told: unknown[]) => {
        if (typeof its === 'function') its(...told);
        value(...told);
      };
  }
  return both;
}
