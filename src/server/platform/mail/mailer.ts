import { createTransport, type NodemailerError } from 'nodemailer';

/** The settings of the SMTP server. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** `implicit`: TLS from the first byte. `starttls`: TLS is required. `none`: unencrypted. */
  tls: 'implicit' | 'starttls' | 'none';
  user: string | null;
  password: string | null;
  /** The sender. */
  from: { name: string; address: string };
}

export interface OutgoingMail {
  /** The same for each attempt, so that mail clients recognise duplicates. */
  id: string;
  to: string;
  /** Omitted if it is no valid address. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  writtenAt: Date;
}

/** Why a mail was refused. The message is for the operator. */
export class MailError extends Error {
  /** Another attempt would be refused as well. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean, cause: unknown) {
    super(message, { cause });
    this.name = 'MailError';
    this.permanent = permanent;
  }
}

export interface Mailer {
  /** @throws MailError */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

export interface MailTimes {
  connectMs: number;
  /** Maximum silence of the server. */
  silenceMs: number;
  /** Maximum duration of one mail. */
  wholeMs: number;
}

export const defaultMailTimes: MailTimes = { connectMs: 10_000, silenceMs: 30_000, wholeMs: 90_000 };
const maxReasonLength = 300;
/** Exactly one address: the library would parse lists, groups and comments. */
const oneAddress = /^[^\s<>()[\]\\,;:"@\p{Cc}]+@[^\s<>()[\]\\,;:"@\p{Cc}]+$/u;

/** Sends mails to an SMTP server, each over a new connection. */
export function createMailer(settings: SmtpSettings, times: MailTimes = defaultMailTimes): Mailer {
  const { host, port, tls, user, password, from } = settings;
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    socketTimeout: times.silenceMs,
    // The mail is complete: no text makes the library read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    send: async (mail, signal) => {
      if (!oneAddress.test(mail.to)) throw new MailError('This is no e-mail address.', true, undefined);
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: mail.to },
          ...(mail.replyTo !== null && oneAddress.test(mail.replyTo)
            ? { replyTo: { name: '', address: mail.replyTo } }
            : {}),
          envelope: { from: from.address, to: [mail.to] },
          messageId: `<${mail.id}@${domain}>`,
          date: mail.writtenAt,
          subject: inOneLine(mail.subject),
          text: mail.text,
          html: mail.html,
          // Suppresses automatic replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.any([signal, AbortSignal.timeout(times.wholeMs)]),
        });
      } catch (error) {
        throw explain(error as NodemailerError);
      }
    },
  };
}

/** A header ends with its line: no name can start another. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/**
 * Only refusals of the recipient or the content are permanent. A refused password, sender or certificate must be
 * fixed by the operator, and the mail waits for that.
 */
function explain(error: NodemailerError): MailError {
  const { code, command, responseCode = 0, response } = error;
  const ofTheMail = command === 'RCPT TO' || command === 'DATA';
  // 503 means a command in the wrong order.
  const refused = responseCode >= 500 && responseCode !== 503;
  const reason = response || `${code ?? 'Error'}: ${error.message}`;
  return new MailError(inOneLine(reason).slice(0, maxReasonLength), ofTheMail && refused, error);
}
