import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { textsIn, wordsOf } from '../../server/testing/measures/texts-in-code.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
/** The catalog itself, the documents in it, and texts of tests. */
const elsewhere = /^(i18n|testing)\//;
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !elsewhere.test(name),
);

function textsOf(name: string, text: string): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  return textsIn(file).map((node) => `${name}: ${wordsOf(node).trim()}`);
}

test('texts are distinguished from code', () => {
  const page = `
    const look = cn('grid gap-2', 'text-muted');
    export const Page = ({ name }) => (
      <Field label="Display name" className="grid gap-2" name="username" title={\`Delete \${name}\`}>
        Sign in <a href="/faq">first</a>
      </Field>
    );`;
  expect(textsOf('page.tsx', page)).toEqual([
    'page.tsx: Display name',
    'page.tsx: Delete {}',
    'page.tsx: Sign in',
    'page.tsx: first',
  ]);
});

test('texts in props, alone, joined or thrown are found', () => {
  const page = `
    export const Page = ({ isOver, parts, save }) => {
      const go = () => { throw new ApiError('conflict', 'Nothing was charged.'); };
      if (!parts) throw new Error('Parts are there always.');
      return (
        <Form action="Save changes" method="post" onSubmit={go}>
          <Fact name="Account">{isOver ? 'ended' : (save && 'ends')}</Fact>
          <p className={isOver ? 'muted' : 'text'}>{parts.join(' and ')}{parts.join(', ')}</p>
        </Form>
      );
    };`;
  expect(textsOf('page.tsx', page)).toEqual(
    ['Nothing was charged.', 'Save changes', 'Account', 'ended', 'ends', 'and'].map(
      (words) => `page.tsx: ${words}`,
    ),
  );
});

test('every visible text is in the catalog, ready for translation', () => {
  expect(files.flatMap((name) => textsOf(name, readFileSync(join(source, name), 'utf8')))).toEqual([]);
});
