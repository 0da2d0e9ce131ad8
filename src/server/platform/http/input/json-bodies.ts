import type { FastifyInstance } from 'fastify';
import { FluxError } from '#shared/contract/errors.ts';

/** Far deeper than anything the API takes. */
const maxDepth = 20;

/**
 * Takes JSON bodies. What is nested deeper than any call is needs is refused before it becomes values, which whatever
 * walks them would do once for each level.
 */
export function takeJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('application/json');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A body that is read as a string comes as one.
    const text = String(body);
    if (isDeeperThan(maxDepth, text)) {
      const message = `This JSON is nested deeper than ${maxDepth} levels, which no call takes.`;
      done(new FluxError('invalid_input', message));
      return;
    }
    parse(request, text, done);
  });
}

/** Whether brackets that stand outside of strings are nested deeper. Of a text that is no JSON the answer is of no use. */
export function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}
