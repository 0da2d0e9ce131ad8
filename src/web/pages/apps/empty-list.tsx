import type { ReactNode } from 'react';
import { GeneratedPicture } from '../../ui/layout/generated-picture.tsx';
import { EmptyState } from '../../ui/loading/states.tsx';

/** The content of an empty list. */
export function EmptyList({ title, text, action }: { title: string; text?: string; action: ReactNode }) {
  return (
    <div data-empty-list="">
      <EmptyState
        title={title}
        picture={
          <div className="w-40 overflow-hidden rounded-picture ring-1 ring-line">
            <GeneratedPicture seed="empty house" />
          </div>
        }
        action={action}
      >
        {text}
      </EmptyState>
    </div>
  );
}
