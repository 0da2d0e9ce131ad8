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

/** What stands in the place of a part whose script did not come. */
export interface LoadErrorProps {
  isRetrying: boolean;
  onRetry: () => void;
}

interface LazyOptions<Props> {
  waiting?: ReactNode | ((props: Props) => ReactNode);
  loadError: (missing: LoadErrorProps, props: Props) => ReactNode;
}

/**
 * A part of the page whose script is fetched when it is first drawn. Unlike with React's `lazy`, a script that did not
 * come breaks nothing around it and can be asked for again. What a part throws while it is drawn is not caught here.
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

  function Fetched({ part, hadFailed: wasMissing, props, ...retry }: FetchedProps) {
    const Part = use(part);
    if (!Part) return loadError(retry, props);
    if (!wasMissing) return <Part {...props} />;
    return (
      <FocusIfLost>
        <Part {...props} />
      </FocusIfLost>
    );
  }

  return function LazyPart(props: Props) {
    const [first] = useState(fetchPart);
    const [part, setPart] = useState(first);
    // A transition keeps the message, and the focus in it, until there is an answer.
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

/**
 * What came after all takes the focus of the button that asked for it and is gone, unless somebody has it by then: it is
 * lost to the page, or to the dialog around it.
 */
function FocusIfLost({ children }: { children: ReactNode }) {
  const place = useRef<FragmentInstance>(null);
  useEffect(() => {
    if (document.activeElement?.matches('body, [role=dialog]')) place.current?.focus();
  }, []);
  return <Fragment ref={place}>{children}</Fragment>;
}
