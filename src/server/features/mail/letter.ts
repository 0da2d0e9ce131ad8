import { escapeHtml } from '#shared/text/html.ts';

/** What a mail says, in both forms in which it is sent. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** Part of a letter: sentences in a paragraph, or a link with the words before it. */
export type Paragraph = string | { words: string; link: string };

export function writeLetter(subject: string, paragraphs: readonly Paragraph[]): Letter {
  return {
    subject,
    text: `${paragraphs.map(plain).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><head><title>${escapeHtml(subject)}</title></head><body style="font-family: sans-serif; line-height: 1.5">\n${paragraphs.map(marked).join('\n')}\n</body></html>\n`,
  };
}

function plain(paragraph: Paragraph): string {
  return typeof paragraph === 'string' ? paragraph : `${paragraph.words}\n${paragraph.link}`;
}

function marked(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p style="white-space: pre-line">${escapeHtml(paragraph)}</p>`;
  const link = escapeHtml(paragraph.link);
  return `<p>${escapeHtml(paragraph.words)}<br><a href="${link}">${link}</a></p>`;
}

/**
 * What people typed, for a letter. A mail of Flux must not carry somebody's advertisement: it is cut short, and a word
 * joiner keeps mail programs from making a link of it.
 */
export function harmless(typed: string, longest = 60): string {
  const short = typed.length > longest ? `${typed.slice(0, longest).toWellFormed()}…` : typed;
  return short.replaceAll(/[.:/@](?=\S)/g, (mark) => `${mark}\u2060`);
}
