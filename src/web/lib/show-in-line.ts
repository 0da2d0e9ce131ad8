/**
 * Pushes a line that is wider than the screen along until this item of it is seen. Only the line: `scrollIntoView` would
 * move the page, too.
 */
export function scrollRowTo(item: HTMLElement | null): void {
  const line = item?.parentElement;
  if (!item || !line) return;
  const [inner, outer] = [item.getBoundingClientRect(), line.getBoundingClientRect()];
  line.scrollLeft += Math.max(inner.right - outer.right, 0) - Math.max(outer.left - inner.left, 0);
}
