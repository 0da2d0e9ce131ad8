import type { ReactNode } from 'react';

/** Below the player: the description beside the details, aligned with the frame if there is room. */
export function PlayColumns({ children }: { children: ReactNode }) {
  return (
    <div className="px-4 pt-6 md:px-6">
      <div className="mx-auto max-w-content">
        <div className="mx-auto grid w-full max-w-stage grid-cols-1 gap-x-16 gap-y-10 md:min-w-[min(100%,60rem)] lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
          {children}
        </div>
      </div>
    </div>
  );
}
