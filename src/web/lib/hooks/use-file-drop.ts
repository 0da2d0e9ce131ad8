import { type ChangeEvent, type DragEvent, useState } from 'react';
import { useNoStrayDrops } from './use-no-stray-drops.ts';

/**
 * Makes an element take a dropped file. `over` while one is held above it.
 * @param onEntries takes a folder that is dropped, and several things; left out, a folder is nothing and the first file counts
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

/** The file that was chosen in an input, which is emptied, so that choosing the same file again is noticed. */
export function takePicked(event: ChangeEvent<HTMLInputElement>): File | undefined {
  const picked = event.target.files?.[0];
  event.target.value = '';
  return picked;
}
