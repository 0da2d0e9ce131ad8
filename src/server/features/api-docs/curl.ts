import type { JsonSchema } from '#shared/contract/openapi.ts';
import type { Call } from './call.ts';

/** The server address and cookie name of the examples. */
export interface Origin {
  publicUrl: string;
  cookieName: string;
}

/** The call as a shell command. Placeholders are in capitals; `$SESSION` is the value of the session's cookie. */
export function curlExample(call: Call, { publicUrl, cookieName }: Origin): string {
  const isChange = !['get', 'head', 'options'].includes(call.method);
  const parts = [
    `curl${flags(call)} ${quoted(publicUrl + pathOf(call) + queryOf(call))}`,
    ...(call.access !== 'anyone' || isChange ? [`-b "${cookieName}=$SESSION"`] : []),
    ...(isChange ? [`-H ${quoted(`Origin: ${publicUrl}`)}`] : []),
    ...headersOf(call),
    ...bodyOf(call),
  ];
  return parts.join(' \\\n  ');
}

function flags({ method, body, answers }: Call): string {
  if (method === 'head') return ' --head';
  // With a body, curl uses POST by default.
  if (method !== 'get') return method === 'post' && body ? '' : ` -X ${method.toUpperCase()}`;
  if (isStream(answers)) return ' -N';
  // Saved under the response's file name.
  return answers[302] || isFile(answers) ? ' -fLOJ' : '';
}

const typesOf = (answers: Call['answers']) => Object.keys(answers[200]?.content ?? {});
const isStream = (answers: Call['answers']) => typesOf(answers).includes(eventStream);
const isFile = (answers: Call['answers']) => typesOf(answers).some((type) => !/json|event-stream/.test(type));
const eventStream = 'text/event-stream';

function pathOf({ path, parameters }: Call): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
    return String(exampleOf(name, parameter?.schema ?? {}));
  });
}

function queryOf({ parameters }: Call): string {
  const needed = parameters.filter((each) => each.in === 'query' && each.required);
  const pairs = needed.map(({ name }) => `${name}=${inCapitals(name)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function headersOf({ parameters, answers }: Call): string[] {
  const needed = parameters.filter((each) => each.in === 'header' && each.required);
  return [
    ...(isStream(answers) ? [`-H ${quoted(`Accept: ${eventStream}`)}`] : []),
    ...needed.map(({ name, schema }) => `-H ${quoted(`${name}: ${schema.const ?? inCapitals(name)}`)}`),
  ];
}

function bodyOf({ body }: Call): string[] {
  const [type, { schema } = { schema: {} }] = Object.entries(body?.content ?? {})[0] ?? [];
  if (type === undefined) return [];
  if (type === 'multipart/form-data')
    return shownFields(schema).map(([name, field]) => {
      const value = field.contentMediaType ? `@${inCapitals(name)}` : exampleOf(name, field);
      return `-F ${quoted(`${name}=${value}`)}`;
    });
  if (type !== 'application/json') return [`-H ${quoted(`Content-Type: ${type}`)}`, '--data-binary @FILE'];
  return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(exampleOf('', schema)))}`];
}

/** Required fields and files; without any, the first optional field, because the body must not be empty. */
function shownFields({ properties = {}, required = [] }: JsonSchema): [string, JsonSchema][] {
  const fields = Object.entries(properties);
  const needed = fields.filter(([name, { contentMediaType }]) => contentMediaType || required.includes(name));
  return needed.length > 0 ? needed : fields.filter(([, field]) => field.type !== undefined).slice(0, 1);
}

function exampleOf(name: string, schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const alternative = (schema.anyOf ?? schema.oneOf)?.[0];
  if (alternative) return exampleOf(name, alternative);
  if (schema.type === 'object')
    return Object.fromEntries(shownFields(schema).map(([field, inner]) => [field, exampleOf(field, inner)]));
  if (schema.type === 'array') return schema.items ? [exampleOf(name, schema.items)] : [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  return inCapitals(name);
}

/** `versionId` becomes VERSION_ID. */
function inCapitals(name: string): string {
  return name
    .replace(/[a-z](?=[A-Z])/g, '$&_')
    .replaceAll('-', '_')
    .toUpperCase();
}

/** Quoted for the shell. */
function quoted(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
