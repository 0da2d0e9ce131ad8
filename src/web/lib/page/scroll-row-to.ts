/** Scrolls an overflowing row horizontally to an item. `scrollIntoView` would also scroll the page. */
export function scrollRowTo(item: HTMLElement | null): void {
  const row = item?.parentElement;
  if (!item || !row) return;
  const [inner, outer] = [item.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += Math.max(inner.right - outer.right, 0) - Math.max(outer.left - inner.left, 0);
}
