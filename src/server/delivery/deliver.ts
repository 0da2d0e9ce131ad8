import type { IncomingMessage, ServerResponse } from 'node:http';
import { noticeHeaders } from './access/protection.ts';
import { deliverFile } from './bytes/deliver-file.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { sendEmptyPage } from './pages/empty-page.ts';
import { refuse } from './pages/refuse.ts';
import { sendServiceWorker } from './pages/service-worker.ts';
import { sendPage } from './pages/theme/send-page.ts';
import type { Resolution } from './resolution.ts';

/** Sends what a request was resolved to, and counts plays and missing files. */
export async function deliver(
  delivery: DeliveryContext,
  request: IncomingMessage,
  response: ServerResponse,
  resolution: Resolution,
): Promise<void> {
  const { config } = delivery.context;
  switch (resolution.kind) {
    case 'refusal': {
      const { missing } = resolution;
      if (missing) delivery.missingFiles.note(missing.manifest, missing.path);
      return refuse(delivery, response, resolution.status, resolution);
    }
    case 'redirect': {
      const headers = { ...noticeHeaders(config), Location: resolution.location, 'Content-Length': 0 };
      response.writeHead(resolution.status, { ...headers, ...resolution.headers }).end();
      return;
    }
    case 'preflight':
      return allowReading(delivery, response);
    case 'service-worker':
      return sendServiceWorker(config, response);
    case 'empty-page':
      return sendEmptyPage(config, response, resolution.isIsolated);
    case 'page':
      if (resolution.isPlay) delivery.meter.plays += 1;
      return sendPage(delivery, request, response, resolution);
    case 'file':
      if (resolution.isPlay) delivery.meter.plays += 1;
      return deliverFile(delivery, request, response, resolution);
  }
}

/** For an opaque origin every file is cross-origin, and Unity's loaders send conditional requests. */
function allowReading(delivery: DeliveryContext, response: ServerResponse): void {
  response.writeHead(204, {
    ...noticeHeaders(delivery.context.config),
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers': 'If-None-Match, If-Modified-Since, Range, Cache-Control, Pragma',
    'Access-Control-Max-Age': 7200,
  });
  response.end();
}
