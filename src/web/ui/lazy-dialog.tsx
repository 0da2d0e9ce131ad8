import type { ComponentType } from 'react';
import { later } from './lazy.tsx';
import { MissingDialog } from './missing-dialog.tsx';

/** A dialog whose script is fetched when it is first opened, and what says so in its place where that did not come. */
export function laterDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  titleOf: (props: Props) => string,
) {
  return later(load, {
    missing: (missing, props) => (
      <MissingDialog {...missing} title={titleOf(props)} onClose={props.onClose} />
    ),
  });
}
