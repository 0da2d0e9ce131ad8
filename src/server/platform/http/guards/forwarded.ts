/** Headers that proxies, content delivery networks and tunnels add, and no browser sends. */
const mark = new RegExp(
  `^(?:${[
    'forwarded',
    'via',
    'cdn-loop',
    'x-real-ip',
    'x-remote-(?:ip|addr)',
    'remote-addr',
    'x-forwarded(?:-.*)?',
    'x-original-.*',
    '(?:.*-)?client-?ip',
    'x-cluster-.*',
    'x-envoy-.*',
    'x-amzn?-.*',
    'x-(?:azure|appengine|vercel|arr|proxyuser|sucuri|nf|tailscale|ngrok)-.*',
    '(?:cf|fly|fastly|akamai|incap|tailscale|ngrok|do)-.*',
  ].join('|')})$`,
);

/** Whether a request came through a proxy or a tunnel, which then hides who sent it. */
export function wasForwarded(headers: Record<string, unknown>): boolean {
  return Object.keys(headers).some((name) => mark.test(name));
}
