import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { GeneratedPicture } from '../ui/generated-picture.tsx';

interface BeingBuiltProps {
  title: string;
  /** What will be here. */
  children: ReactNode;
}

/** For a page that Flux will have and does not have yet: it says so, and leads back. */
export function BeingBuilt({ title, children }: BeingBuiltProps) {
  return (
    <div className="mx-auto grid max-w-content items-center gap-10 px-4 pt-12 md:px-6 md:pt-24 lg:grid-cols-[1fr_26rem] lg:gap-16">
      <div className="grid justify-items-start gap-4">
        <p className="text-14 text-muted">Behind the curtain</p>
        <h1 className="text-32 font-semibold">{title}</h1>
        <p className="max-w-md text-16 text-muted">{children}</p>
        <p className="max-w-md text-16 text-muted">
          This page is being built and opens with a later version of Flux. Nothing is missing on your side.
        </p>
        <Button asChild variant="primary" size="large" className="mt-2">
          <Link to={paths.home()}>Back to Home</Link>
        </Button>
      </div>
      <div
        aria-hidden="true"
        className="hidden aspect-4/3 overflow-hidden rounded-picture bg-stage opacity-60 ring-1 ring-line lg:block"
      >
        <GeneratedPicture seed={title} />
      </div>
    </div>
  );
}
