import { useHydrated } from '../../lib/session/hydration.ts';
import { cutAtAddresses } from './web-addresses.ts';

/**
 * What somebody wrote, with the addresses of the web in it as links. They show all that they lead to, in its own order
 * whatever is written around them, and tell neither search engines nor the other side that Flux stands behind them.
 */
export function LinkedText({ children }: { children: string }) {
  const ownHost = useHydrated(
    () => location.host,
    ({ host }) => host,
  );
  return cutAtAddresses(children, ownHost).map(({ start, text, isAddress }) =>
    isAddress ? (
      <a
        key={start}
        href={text}
        dir="ltr"
        target="_blank"
        rel="nofollow ugc noopener noreferrer"
        className="underline underline-offset-2 hover:decoration-2"
      >
        {text}
      </a>
    ) : (
      text
    ),
  );
}
