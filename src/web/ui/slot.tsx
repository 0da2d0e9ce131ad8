import { cloneElement, isValidElement, type ReactNode } from 'react';

type Properties = Record<string, unknown>;

/**
 * Gives its properties to its one child, which is drawn in its place: the classes of both, the handlers of both, the child's
 * first, and of all else what the child has. By the rules of Radix's `Slot`, which weighs a kilobyte on everybody's first page.
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
    else if (typeof value === 'function' && typeof its === 'function')
      both[name] = (...told: unknown[]) => {
        its(...told);
        value(...told);
      };
  }
  return both;
}
