import { CircleAlert } from 'lucide-react';
import type { ApiError } from '../../api.ts';
import { Panel } from '../../ui/panel.tsx';

interface RefusalPanelProps {
  problem: ApiError;
  /** Where the server's sentence is said in other words. */
  title?: string;
}

/** Why it was not published: the server's sentence, then what it looked for and found. */
export function RefusalPanel({ problem, title = problem.message }: RefusalPanelProps) {
  const lines = [...Object.values(problem.fields), ...problem.details].filter(
    (line) => line !== problem.message,
  );
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
