import type { ComponentType } from 'react';
import { lazyPart } from './lazy.tsx';
import { LoadErrorDialog } from './missing-dialog.tsx';

/** A dialog whose script is fetched when it is first opened, and what says so in its place where that did not come. */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  titleOf: (props: Props) => string,
) {
  return lazyPart(load, {
    loadError: (missing, props) => (
      <LoadErrorDialog {...missing} title={titleOf(props)} onClose={props.onClose} />
    ),
  });
}
