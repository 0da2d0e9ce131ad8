import type { ReactNode } from 'react';

/** One part of an endpoint's details, such as its body. */
export function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-13 font-semibold">
        {title}
        {note && <span className="ms-2 font-mono text-12 font-normal text-muted">{note}</span>}
      </h3>
      {children}
    </section>
  );
}
