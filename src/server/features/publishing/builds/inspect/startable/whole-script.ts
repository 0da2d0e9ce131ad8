import { compileFunction, Script } from 'node:vm';

/** What V8 says of a module that is read as a script: it may be whole. */
const moduleSyntax = /outside a module|Unexpected token 'export'|await is only valid/;

/** Whether a text is JavaScript from beginning to end. It is compiled and never run. */
export function isWholeScript(text: string): boolean {
  try {
    new Script(text);
    return true;
  } catch (error) {
    // Nesting that is too deep for the stack is no fault of the syntax.
    if (!(error instanceof SyntaxError) || moduleSyntax.test(error.message)) return true;
    return isFunctionBody(text);
  }
}

/** Loaders of Unity 5.6 to 2018 may run a part as the body of a function. */
function isFunctionBody(text: string): boolean {
  try {
    compileFunction(text);
    return true;
  } catch {
    return false;
  }
}
