import { Fragment } from 'react';
import { Link } from 'react-router';
import type { JsonSchema } from '#shared/contract/openapi.ts';
import { paths } from '../../paths.ts';
import { anchors } from './anchors.ts';
import { typeWords } from './schema.ts';

/** A type; a separately described type is a link. */
export function TypeName({ schema }: { schema: JsonSchema }) {
  const words = typeWords(schema).map((word, index) => ({ word, place: index }));
  return (
    <span className="text-13 text-muted">
      {words.map(({ word, place }) => (
        <Fragment key={place}>
          {place > 0 && ' '}
          {'type' in word ? (
            <Link
              to={paths.api(anchors.type(word.type))}
              className="text-text underline decoration-control underline-offset-4 hover:decoration-text"
            >
              {word.type}
            </Link>
          ) : (
            word.text
          )}
        </Fragment>
      ))}
    </span>
  );
}
