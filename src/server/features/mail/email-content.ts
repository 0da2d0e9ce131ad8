import { escapeHtml } from '#shared/text/html.ts';

/** The content of a mail as text and HTML. */
export interface EmailContent {
  subject: string;
  text: string;
  html: string;
}

/** Part of a letter: sentences in a paragraph, or a link with the words before it. */
export type Paragraph = string | { words: string; link: string };

export function renderEmail(subject: string, paragraphs: readonly Paragraph[]): EmailContent {
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
 * Neutralizes user input for mails, so that Flux cannot be used for spam: it is truncated, and a word joiner prevents
 * mail clients from making links of it.
 */
export function neutralizeName(typed: string, longest = 60): string {
  const short = typed.length > longest ? `${typed.slice(0, longest).toWellFormed()}…` : typed;
  return short.replaceAll(/[.:/@](?=\S)/g, (mark) => `${mark}\u2060`);
}
