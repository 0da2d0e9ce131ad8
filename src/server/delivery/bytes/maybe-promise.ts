/**
 * A value that is at hand, or on its way. To await what is at hand costs a turn of the microtask queue, and a small
 * file would wait a dozen of them: on its way only a Promise is awaited.
 */
export type MaybePromise<V> = V | Promise<V>;
