import { buildApp } from 'fauxqs';

/** `fauxqs-server.ts PORT`: listens on 127.0.0.1 alone, which its own command does not, until its input ends. */
const server = buildApp({ logger: false });
await server.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
process.stdout.write('ready\n');
process.stdin.resume().once('end', () => process.exit());
