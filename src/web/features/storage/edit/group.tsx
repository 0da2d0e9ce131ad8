import { type ReactNode, useId } from 'react';

/** Related fields under a heading; two per line if there is room. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend across the line above
    <div
      role="group"
      aria-labelledby={id}
      className="grid grid-cols-1 items-start gap-5 border-t border-line pt-5 md:grid-cols-2"
    >
      <h3 id={id} className="text-14 font-semibold md:col-span-2">
        {title}
      </h3>
      {children}
    </div>
  );
}

/** For a field on its own line. */
export function Line({ children }: { children: ReactNode }) {
  return <div className="md:col-span-2">{children}</div>;
}
