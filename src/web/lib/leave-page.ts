type Keep = (address: string) => boolean;

let keeps: Keep | null = null;

/**
 * Guards the page while something on it would be lost.
 * @param keep told where in the site a key or a command is about to lead; true keeps the person here
 * @returns ends it
 */
export function guardPage(keep: Keep): () => void {
  keeps = keep;
  return () => {
    if (keeps === keep) keeps = null;
  };
}

/** For what leads away without being a link: whether nothing keeps the person here. */
export function mayLeaveFor(address: string): boolean {
  return keeps === null || !keeps(address);
}
