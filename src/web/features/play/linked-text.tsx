import { useHydrated } from '../../lib/session/hydration.ts';
import { splitAtUrls } from './web-addresses.ts';

/**
 * User text with clickable URLs. They show their full address, isolated from the surrounding text direction,
 * and send neither ranking signals nor a referrer.
 */
export function LinkedText({ children }: { children: string }) {
  const ownHost = useHydrated(
    () => location.host,
    ({ host }) => host,
  );
  return splitAtUrls(children, ownHost).map(({ start, text, isAddress }) =>
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
