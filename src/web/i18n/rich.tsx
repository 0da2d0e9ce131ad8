import { Fragment, type ReactNode } from 'react';
import { selectPlural } from './format.ts';
import { isolate } from './isolate.ts';
import { type Part, parseMessage, type TagsOf, type ValuesOf } from './message.ts';

type Draw = (inside: ReactNode) => ReactNode;

interface RichProps<Text extends string> {
  text: Text;
  with: ValuesOf<Text, ReactNode> & TagsOf<Text, Draw>;
}

/** A message that contains elements: `<Rich text="Read the <link>Terms</link>" with={{ link: … }} />`. */
export function Rich<Text extends string>({ text, with: given }: RichProps<Text>): ReactNode {
  const values: Record<string, ReactNode | Draw> = given;
  const draw = (part: Part, place: number): ReactNode => {
    if (part.kind === 'text') return part.text;
    const value = values[part.name];
    if (typeof value === 'string') return isolate(value);
    if (part.kind === 'plural') return selectPlural(part, Number(value));
    if (typeof value !== 'function') return <Fragment key={place}>{value}</Fragment>;
    return <Fragment key={place}>{value(part.kind === 'tag' ? part.inside.map(draw) : null)}</Fragment>;
  };
  return parseMessage(text).map(draw);
}
