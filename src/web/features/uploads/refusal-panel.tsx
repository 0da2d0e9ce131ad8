import { CircleAlert } from 'lucide-react';
import type { ApiError } from '../../api.ts';
import { isRefusal } from '../../lib/session/refusal.ts';
import { Panel } from '../../ui/layout/panel.tsx';

interface RefusalPanelProps {
  problem: ApiError;
  /** The failed action, if the server has no message of its own. */
  failed?: string;
  /** If the reason is shown elsewhere. */
  title?: string;
}

/** Why it was not published: the server's message with details, or the failed action. */
export function RefusalPanel({
  problem,
  failed = problem.message,
  title = isRefusal(problem) ? problem.message : failed,
}: RefusalPanelProps) {
  const lines = isRefusal(problem)
    ? [...Object.values(problem.fields), ...problem.details].filter((line) => line !== problem.message)
    : [failed, problem.message].filter((line) => line !== title);
  return (
    <Panel tone="danger" role="alert" className="flex gap-3">
      <CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="font-medium break-words">{title}</p>
        {lines.length > 0 && (
          <ul className="grid list-disc gap-1 ps-4 text-13 break-words">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
