import { CircleAlert } from 'lucide-react';
import { ApiError, messageOf } from '#web/api.ts';

/** The message of a refused call, with its details. */
export function RowFailure({ error }: { error: unknown }) {
  const details = error instanceof ApiError ? error.details : [];
  return (
    <div role="alert" className="flex items-start gap-2 text-13 text-danger lg:ps-14">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere">{messageOf(error)}</p>
        {details.map((line) => (
          <p key={line} className="text-muted wrap-anywhere">
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}
