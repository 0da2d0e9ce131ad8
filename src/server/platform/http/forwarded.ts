/** What proxies and tunnels add, each some of it, and nobody who asks directly sends. */
const marks = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
];

/** Whether a request says of itself that it came through something, which then stands for whoever asks. */
export function wasForwarded(headers: Record<string, unknown>): boolean {
  return marks.some((name) => headers[name] !== undefined);
}
