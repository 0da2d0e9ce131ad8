import { CircleAlert } from 'lucide-react';
import type { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Why it was not published: the server's sentence, then what it looked for and found. */
export function RefusalPanel({ problem, onSignIn }: { problem: ApiError; onSignIn: () => void }) {
  const lines = [...Object.values(problem.fields), ...problem.details].filter(
    (line) => line !== problem.message,
  );
  return (
    <Panel tone="danger" role="alert" className="flex gap-3">
      <CircleAlert size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="font-medium break-words">{problem.message}</p>
        {lines.length > 0 && (
          <ul className="grid list-disc gap-1 pl-4 text-13 break-words">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {problem.code === 'unauthenticated' && (
          <Button className="justify-self-start" onClick={onSignIn}>
            Sign In
          </Button>
        )}
      </div>
    </Panel>
  );
}
