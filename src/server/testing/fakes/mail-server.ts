import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerError, type SMTPServerOptions } from 'smtp-server';
import { localhostCertificate, localhostKey } from '#fixtures/certificate.ts';

/** A refusal of the server at one step of a mail. */
interface Refusal {
  at: 'MAIL FROM' | 'RCPT TO' | 'DATA';
  code: number;
  words: string;
}

interface MailServerOptions {
  /** `implicit`: TLS from the first byte; `starttls`: when asked for; `none`: never. */
  tls?: 'implicit' | 'starttls' | 'none';
  /** Takes mail of this one alone. */
  login?: { user: string; password: string };
}

export interface TakenMail {
  from: string;
  to: string[];
  /** The received bytes. */
  raw: string;
  mail: ParsedMail;
  isEncrypted: boolean;
}

/** An independent SMTP server on loopback, which verifies the protocol. */
export interface MailServer {
  port: number;
  taken: TakenMail[];
  /** What the next attempts get, in this order; a mail is taken after them. */
  refuse(...refusals: Refusal[]): void;
  /** Takes so long to answer to the content of each mail. */
  delay(milliseconds: number): void;
  close(): Promise<void>;
}

export async function startMailServer({ tls = 'none', login }: MailServerOptions = {}): Promise<MailServer> {
  const taken: TakenMail[] = [];
  let refusals: Refusal[] = [];
  let delayMs = 0;
  const refusal = (at: Refusal['at']): SMTPServerError | null => {
    const [next, ...rest] = refusals;
    if (next?.at !== at) return null;
    refusals = rest;
    return Object.assign(new Error(next.words), { responseCode: next.code });
  };
  const options: SMTPServerOptions = {
    secure: tls === 'implicit',
    key: localhostKey,
    cert: localhostCertificate,
    disabledCommands: [...(tls === 'none' ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    authOptional: !login,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.password
        ? done(null, { user: username })
        : done(new Error('Invalid username or password')),
    onMailFrom: (_address, _session, done) => done(refusal('MAIL FROM')),
    onRcptTo: (_address, _session, done) => done(refusal('RCPT TO')),
    onData: async (stream, { envelope, secure }, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      const refused = refusal('DATA');
      if (refused) return done(refused);
      const raw = Buffer.concat(chunks).toString('latin1');
      taken.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        raw,
        mail: await simpleParser(Buffer.from(raw, 'latin1')),
        isEncrypted: secure,
      });
      done();
    },
  };
  const server = new SMTPServer(options);
  // Clients that go away in the middle are what some tests are about.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    refuse: (...next) => {
      refusals = next;
    },
    delay: (milliseconds) => {
      delayMs = milliseconds;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
