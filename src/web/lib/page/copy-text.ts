import { enclosingDialog } from './enclosing-dialog.ts';

/**
 * Copies text to the clipboard. Outside a secure context, such as a bare address on a LAN, there is no
 * Clipboard API, so the older copy command is used.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  field.className = 'fixed top-0 opacity-0';
  const focused = document.activeElement;
  // A dialog would take the focus back from an element outside of it, and with it the selection.
  (enclosingDialog(focused) ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.setSelectionRange(0, text.length);
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
