import type { ServerResponse } from 'node:http';
import type { Config } from '../../config/config.ts';
import { fileProtection } from '../access/protection.ts';

const body = '<!doctype html><title>Empty</title>';
const contentType = 'text/html; charset=utf-8';
/** A game that is left has run `beforeunload` when it asks, and writes meanwhile what that handler put into IndexedDB. */
const holdMilliseconds = 500;

/** Responds after half a second. Equal for every application id, so that it does not tell which ids exist. */
export function sendEmptyPage(config: Config, response: ServerResponse, isIsolated: boolean): void {
  setTimeout(() => {
    response.writeHead(200, {
      ...fileProtection(config, { contentType, isPublic: true, threads: isIsolated }),
      'Content-Type': contentType,
      'Content-Length': body.length,
      'Cache-Control': 'no-store',
    });
    response.end(response.req.method === 'HEAD' ? undefined : body);
  }, holdMilliseconds);
}
