import { type ReactNode, useId } from 'react';

/** Fields that belong together, under a heading of their own. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend across the line above
    <div role="group" aria-labelledby={id} className="grid gap-5 border-t border-line pt-5">
      <h3 id={id} className="text-14 font-semibold">
        {title}
      </h3>
      {children}
    </div>
  );
}
