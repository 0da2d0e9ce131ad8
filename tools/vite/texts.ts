import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

/**
 * Inlines each text at its use and leaves the catalog out of the scripts, so that a page contains only its
 * own texts and no keys. Disabled in mode `pseudo`, which changes texts at run time.
 */
export function textsInPlace(): Plugin {
  const catalogs = new Map<string, ReadonlyMap<string, string>>();
  let isOff = false;
  return {
    name: 'flux-texts-in-place',
    apply: 'build',
    enforce: 'pre',
    configResolved({ mode }) {
      isOff = mode === 'pseudo';
    },
    transform: {
      filter: { id: /\/src\/web\/.*\.tsx?$/, code: /\/i18n\/en\// },
      async handler(code, id) {
        if (isOff) return null;
        const found = /^import \{ texts(?: as (\w+))? \} from '([^']*\/i18n\/en\/[^']*)';\n/m.exec(code);
        const path = found?.[2];
        if (!found || !path) return null;
        const name = found[1] ?? 'texts';
        const file = (await this.resolve(path, id))?.id;
        if (!file) return this.error(`${id}: ${path} does not exist.`);
        const catalog = catalogs.get(file) ?? textsOf(this.parse(readFileSync(file, 'utf8')));
        catalogs.set(file, catalog);
        // The import's line stays, empty, so that all other lines keep their numbers.
        const without = code.replace(found[0], '\n');
        const said = without.replaceAll(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, 'g'), (whole, key) => {
          const text = catalog.get(key);
          return text === undefined ? this.error(`${id}: ${whole} is not in ${path}.`) : JSON.stringify(text);
        });
        return { code: said, map: null };
      },
    },
  };
}

/** The object in `export const texts = namespace({ … })`. */
function textsOf(program: ReturnType<Rolldown.PluginContext['parse']>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
      continue;
    const call = statement.declaration.declarations[0]?.init;
    const given = call?.type === 'CallExpression' ? call.arguments[0] : null;
    if (given?.type !== 'ObjectExpression') continue;
    for (const property of given.properties) {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
      const { value } = property;
      if (value.type === 'Literal' && typeof value.value === 'string')
        texts.set(property.key.name, value.value);
    }
  }
  return texts;
}
