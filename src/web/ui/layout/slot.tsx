import { cloneElement, isValidElement, type ReactNode } from 'react';

type Properties = Record<string, unknown>;

/**
 * Merges its props into its only child: classes of both, handlers of both, the child's first; for all other
 * props, including `ref` and `style`, the child's take precedence. Renders nothing without exactly one
 * element. Replaces Radix's `Slot`, which also merges refs and styles and adds a kilobyte to every first
 * page.
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
