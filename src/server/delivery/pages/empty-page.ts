import type { ServerResponse } from 'node:http';
import { emptyPagePath } from '#shared/play/empty-page.ts';
import type { Config } from '../../config/config.ts';
import { fileProtection } from '../access/protection.ts';

const body = '<!doctype html><title>Empty</title>';
const contentType = 'text/html; charset=utf-8';
/** A game that is left has run `beforeunload` when it asks, and writes meanwhile what that handler put into IndexedDB. */
const holdMilliseconds = 500;

/** @param path without its first slash */
export function isEmptyPage(path: string): boolean {
  return [emptyPagePath(false), emptyPagePath(true)].includes(`/${path}`);
}

/** Answers after half a second. The same for everybody and every id, so that it does not tell whether there is such an app. */
export function sendEmptyPage(config: Config, response: ServerResponse, path: string): void {
  const threads = `/${path}` === emptyPagePath(true);
  setTimeout(() => {
    response.writeHead(200, {
      ...fileProtection(config, { contentType, isPublic: true, threads }),
      'Content-Type': contentType,
      'Content-Length': body.length,
      'Cache-Control': 'no-store',
    });
    response.end(response.req.method === 'HEAD' ? undefined : body);
  }, holdMilliseconds);
}
