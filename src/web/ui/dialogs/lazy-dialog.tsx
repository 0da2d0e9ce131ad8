import type { ComponentType } from 'react';
import { lazyPart } from '../loading/lazy.tsx';
import { LoadErrorDialog } from './load-error-dialog.tsx';

/** A dialog whose script is fetched when it first opens. Shows an error dialog if the script fails to load. */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  titleOf: (props: Props) => string,
) {
  return lazyPart(load, {
    loadError: (loadError, props) => (
      <LoadErrorDialog {...loadError} title={titleOf(props)} onClose={props.onClose} />
    ),
  });
}
