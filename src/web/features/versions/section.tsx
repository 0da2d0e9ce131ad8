import type { ReactNode, Ref } from 'react';

interface SectionProps {
  title: string;
  /** The target of links. */
  id?: string;
  text?: string;
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A section of the page, with its title beside it if there is room. */
export function Section({ title, id, text, heading, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-label={title}
      tabIndex={id ? -1 : undefined}
      className="grid gap-x-16 gap-y-5 border-t border-line py-8 outline-none lg:grid-cols-[16rem_1fr]"
    >
      <div>
        <h2 ref={heading} tabIndex={heading ? -1 : undefined} className="text-20 font-semibold outline-none">
          {title}
        </h2>
        {text && <p className="mt-1 text-13 text-muted">{text}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
