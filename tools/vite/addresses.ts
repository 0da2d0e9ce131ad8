import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Program = ReturnType<Rolldown.PluginContext['parse']>;

const shared = '#shared/';
const virtual = '\0addresses:';
/** The part of an endpoint that a call in the browser needs. */
const needed = new Set(['method', 'path', 'encoding', 'paged']);

/**
 * Reduces each endpoint in the browser bundle to its address and method. Otherwise every page would load zod
 * and all schemas. A schema for a form has its own export in `shared/` and is bundled with that form.
 */
export function endpointAddresses({
  sharedFolder,
  webFolder,
}: {
  sharedFolder: string;
  webFolder: string;
}): Plugin {
  const source = (file: string) => readFileSync(join(sharedFolder, file), 'utf8');
  return {
    name: 'flux-endpoint-addresses',
    resolveId: (id) => (id.startsWith(virtual) ? id : null),
    load(id) {
      if (!id.startsWith(virtual)) return null;
      const file = id.slice(virtual.length);
      this.addWatchFile(join(sharedFolder, file));
      const code = source(file);
      const { strings, endpoints } = read(this.parse(code, { lang: 'ts' }).body);
      const parts = endpoints.map(({ name, properties }) => {
        const kept = properties.map(({ start, end }) => code.slice(start, end));
        return `export const ${name} = { encoding: 'json', paged: false, ${kept.join(', ')} };`;
      });
      return [...strings.map(({ start, end }) => `const ${code.slice(start, end)};`), ...parts].join('\n');
    },
    transform(code, id) {
      if (!id.startsWith(webFolder) || !code.includes(shared)) return null;
      let changed = code;
      // From last to first, so that earlier offsets stay valid.
      for (const statement of this.parse(code).body.toReversed()) {
        if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith(shared)) continue;
        const file = statement.source.value.slice(shared.length);
        const ends = new Set(
          read(this.parse(source(file), { lang: 'ts' }).body).endpoints.map(({ name }) => name),
        );
        const names = statement.specifiers.flatMap((each) =>
          each.type === 'ImportSpecifier' && each.imported.type === 'Identifier'
            ? [{ imported: each.imported.name, local: each.local.name }]
            : [],
        );
        const addresses = names.filter(({ imported }) => ends.has(imported));
        if (addresses.length === 0) continue;
        for (const { local } of addresses) {
          const part = new RegExp(`\\b${local}\\.(\\w+)`).exec(code)?.[1];
          if (part && !needed.has(part))
            this.error(
              `${id}: the browser does not know ${local}.${part}; give that schema a name of its own.`,
            );
        }
        const others = names.filter(({ imported }) => !ends.has(imported));
        changed =
          changed.slice(0, statement.start) +
          importOf(addresses, virtual + file) +
          (others.length > 0 ? importOf(others, shared + file) : '') +
          changed.slice(statement.end);
      }
      return changed === code ? null : { code: changed, map: null };
    },
  };
}

function importOf(names: { imported: string; local: string }[], from: string): string {
  const list = names.map(({ imported, local }) => `${imported} as ${local}`).join(', ');
  return `import { ${list} } from ${JSON.stringify(from)};`;
}

/** The endpoints of a file, and the string constants in their paths. */
function read(body: Program['body']) {
  const variables = body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declared?.type === 'VariableDeclaration' ? declared.declarations : [];
  });
  const endpoints = variables.flatMap(({ id, init }) => {
    if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return [];
    const [spec] = init.arguments;
    const isEndpoint = init.callee.type === 'Identifier' && init.callee.name === 'defineEndpoint';
    if (!isEndpoint || spec?.type !== 'ObjectExpression') return [];
    const properties = spec.properties.filter(
      (each) => each.type === 'Property' && each.key.type === 'Identifier' && needed.has(each.key.name),
    );
    return [{ name: id.name, properties }];
  });
  return { strings: variables.filter(({ init }) => init?.type === 'Literal'), endpoints };
}
