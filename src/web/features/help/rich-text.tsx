import { Link } from 'react-router';
import { mailTo } from '../../paths.ts';
import { cutAtHits, piecesOf } from './text.ts';

/** An address that leads to whoever helps here. */
const toSupport = 'support:';

interface RichTextProps {
  children: string;
  supportEmail: string | undefined;
  /** What was searched for. */
  words?: readonly string[];
}

/** A text with its links, and what was searched for marked in it. */
export function RichText({ children, supportEmail, words = [] }: RichTextProps) {
  return piecesOf(children).map(({ start, text, href }) => {
    const marked = <Hits words={words}>{text}</Hits>;
    if (href === null) return <span key={start}>{marked}</span>;
    if (href !== toSupport)
      return (
        <Link key={start} to={href} className={linkClasses}>
          {marked}
        </Link>
      );
    // Nobody can be written to before it is known who helps.
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
  return cutAtHits(children, words).map(({ start, text, isHit }) =>
    isHit ? (
      <mark key={start} className="bg-ion text-on-ion">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
