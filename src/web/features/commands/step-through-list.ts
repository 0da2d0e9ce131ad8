/**
 * The items of a page's list: links and buttons in headings, disclosures and, in a table without them, the
 * first link of each row.
 */
const inHeadings = 'main :is(h2, h3, h4) :is(a[href], button:not(:disabled)), main summary';
const inRows = 'main tbody tr:not(:has(:is(h2, h3, h4) a[href]))';

function items(): HTMLElement[] {
  const rows = [...document.querySelectorAll(inRows)].flatMap((row) => {
    const first = row.querySelector<HTMLElement>('a[href], button:not(:disabled)');
    return first ? [first] : [];
  });
  return [...document.querySelectorAll<HTMLElement>(inHeadings), ...rows]
    .filter((item) => item.checkVisibility())
    .sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
}

/** Focuses the next or previous item, relative to the focus or to the visible area. */
export function stepThroughList(step: 1 | -1): void {
  const all = items();
  const focused = document.activeElement;
  const isAhead = (item: HTMLElement) =>
    focused?.closest('main > *')
      ? Boolean(focused.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_FOLLOWING)
      : item.getBoundingClientRect().top > 0;
  const ahead = all.findIndex((item) => item !== focused && isAhead(item));
  const first = ahead === -1 ? all.length : ahead;
  const passed = all.slice(0, first).filter((item) => item !== focused);
  const target = step === 1 ? all[first] : passed.at(-1);
  target?.focus();
}

/** Focuses the search of the page and inserts the text. Returns whether the page has one. */
export function focusSearch(text: string): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>('main search input')].find((input) =>
    input.checkVisibility(),
  );
  field?.focus();
  field?.select();
  if (field && text) {
    field.setRangeText(text, 0, field.value.length, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return field !== undefined;
}
