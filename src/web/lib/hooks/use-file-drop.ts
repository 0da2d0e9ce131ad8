import { type ChangeEvent, type DragEvent, useState } from 'react';
import { useNoStrayDrops } from './use-no-stray-drops.ts';

/**
 * Makes an element accept a dropped file. `over` is true while one is dragged above it.
 * @param onEntries handles a dropped folder, and several items; without it folders are ignored and the first
 * file counts
 */
export function useFileDrop(
  disabled: boolean,
  onFile: (file: File) => void,
  onEntries?: (entries: readonly FileSystemEntry[]) => void,
) {
  const [over, setOver] = useState(false);
  useNoStrayDrops();
  const target = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(!disabled);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (disabled) return;
      const entries = [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
      const dropped = event.dataTransfer.files[0];
      if (onEntries && (entries.length > 1 || entries[0]?.isDirectory)) onEntries(entries);
      else if (dropped) onFile(dropped);
    },
  };
  return { over, target };
}

/** The chosen file of an input. The input is reset, so that choosing the same file again fires an event. */
export function takePicked(event: ChangeEvent<HTMLInputElement>): File | undefined {
  const picked = event.target.files?.[0];
  event.target.value = '';
  return picked;
}
