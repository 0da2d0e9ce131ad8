import { type ComponentType, type ReactNode, Suspense, use, useState, useTransition } from 'react';

/** What stands in the place of a part whose script did not come. */
export interface Missing {
  isRetrying: boolean;
  onRetry: () => void;
}

interface LaterOptions<Props> {
  waiting?: ReactNode | ((props: Props) => ReactNode);
  missing: (missing: Missing, props: Props) => ReactNode;
}

/**
 * A part of the page whose script is fetched when it is first drawn. Unlike with React's `lazy`, a script that did not
 * come breaks nothing around it and can be asked for again. What a part throws while it is drawn is not caught here.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { waiting, missing }: LaterOptions<Props>,
) {
  let newest: Promise<ComponentType<Props> | null> | null = null;
  const fetchPart = () => {
    newest ??= load().then(
      (script) => script.default,
      () => {
        newest = null;
        return null;
      },
    );
    return newest;
  };

  function Fetched({
    part,
    props,
    ...retry
  }: Missing & { part: ReturnType<typeof fetchPart>; props: Props }) {
    const Part = use(part);
    return Part ? <Part {...props} /> : missing(retry, props);
  }

  return function Later(props: Props) {
    const [part, setPart] = useState(fetchPart);
    // A transition keeps the message, and the focus in it, until there is an answer.
    const [isRetrying, startRetry] = useTransition();
    const retry = () => startRetry(() => setPart(fetchPart()));
    return (
      <Suspense fallback={typeof waiting === 'function' ? waiting(props) : waiting}>
        <Fetched part={part} props={props} isRetrying={isRetrying} onRetry={retry} />
      </Suspense>
    );
  };
}
