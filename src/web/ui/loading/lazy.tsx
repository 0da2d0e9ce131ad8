import {
  type ComponentType,
  Fragment,
  type FragmentInstance,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useRef,
  useState,
  useTransition,
} from 'react';

/** Props of the replacement for a part whose script failed to load. */
export interface LoadErrorProps {
  isRetrying: boolean;
  onRetry: () => void;
}

interface LazyOptions<Props> {
  waiting?: ReactNode | ((props: Props) => ReactNode);
  loadError: (loadError: LoadErrorProps, props: Props) => ReactNode;
}

/**
 * A part of the page whose script is fetched on first render. Unlike with React's `lazy`, a script that fails to load breaks
 * nothing around it and can be retried. Errors during render are not caught here.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { waiting, loadError }: LazyOptions<Props>,
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

  interface FetchedProps extends LoadErrorProps {
    part: ReturnType<typeof fetchPart>;
    hadFailed: boolean;
    props: Props;
  }

  function Fetched({ part, hadFailed, props, ...retry }: FetchedProps) {
    const Part = use(part);
    if (!Part) return loadError(retry, props);
    if (!hadFailed) return <Part {...props} />;
    return (
      <FocusIfLost>
        <Part {...props} />
      </FocusIfLost>
    );
  }

  return function LazyPart(props: Props) {
    const [first] = useState(fetchPart);
    const [part, setPart] = useState(first);
    // A transition keeps the error message, and the focus in it, until the retry ends.
    const [isRetrying, startRetry] = useTransition();
    const retry = () => startRetry(() => setPart(fetchPart()));
    return (
      <Suspense fallback={typeof waiting === 'function' ? waiting(props) : waiting}>
        <Fetched
          part={part}
          hadFailed={part !== first}
          props={props}
          isRetrying={isRetrying}
          onRetry={retry}
        />
      </Suspense>
    );
  };
}

/** After a successful retry, moves the focus from the removed retry button to the part, unless the user has moved it. */
function FocusIfLost({ children }: { children: ReactNode }) {
  const place = useRef<FragmentInstance>(null);
  useEffect(() => {
    if (document.activeElement?.matches('body, [role=dialog]')) place.current?.focus();
  }, []);
  return <Fragment ref={place}>{children}</Fragment>;
}
