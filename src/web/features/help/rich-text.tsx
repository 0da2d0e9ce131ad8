import { Link } from 'react-router';
import { mailTo } from '../../paths.ts';
import { parseLinks, splitAtHits } from './text.ts';

/** The support address as a link. */
const toSupport = 'support:';

interface RichTextProps {
  children: string;
  supportEmail: string | undefined;
  /** The search terms. */
  words?: readonly string[];
}

/** A text with links and highlighted search terms. */
export function RichText({ children, supportEmail, words = [] }: RichTextProps) {
  return parseLinks(children).map(({ start, text, href }) => {
    const marked = <Hits words={words}>{text}</Hits>;
    if (href === null) return <span key={start}>{marked}</span>;
    if (href !== toSupport)
      return (
        <Link key={start} to={href} className={linkClasses}>
          {marked}
        </Link>
      );
    // No link before the address is known.
    if (supportEmail === undefined) return <span key={start}>{marked}</span>;
    return (
      <a key={start} href={mailTo(supportEmail, 'Flux support')} className={linkClasses}>
        {marked}
      </a>
    );
  });
}

const linkClasses = 'text-text underline underline-offset-2 hover:decoration-2 wrap-anywhere';

export function Hits({ children, words }: { children: string; words: readonly string[] }) {
  return splitAtHits(children, words).map(({ start, text, isHit }) =>
    isHit ? (
      <mark key={start} className="bg-ion text-on-ion">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
