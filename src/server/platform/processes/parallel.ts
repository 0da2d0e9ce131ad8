/**
 * Runs `work` for every item, at most `limit` at once. After a failure no item is started; running ones are awaited,
 * and the first error is thrown.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const remaining = items.values();
  let failed = false;
  const lane = async () => {
    for (const item of remaining) {
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, lane));
  for (const result of lanes) if (result.status === 'rejected') throw result.reason;
}
