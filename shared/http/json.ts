import { type JSONVisitor, visit } from "jsonc-parser";
import { ServiceError } from "#shared/contract/errors.ts";

const deepest = 32;
const reservedNames = new Set(["__proto__", "constructor", "prototype"]);

/**
 * One JSON value, or a refusal that says where it went wrong: bad syntax, too deep, a repeated or a reserved name (F3), and what
 * the next reader would find changed: half a character, or a number that is too large.
 */
export function parseJson(text: string): unknown {
  const names: Set<string>[] = [];
  let depth = 0;
  let problem: string | undefined;
  const refuse = (reason: string, line: number, column: number) => {
    problem ??= `${reason} at line ${line + 1}, column ${column + 1}`;
  };
  const walker: JSONVisitor = {
    onObjectBegin: (_offset, _length, line, column) => {
      names.push(new Set());
      depth += 1;
      if (depth > deepest) refuse("nested too deeply", line, column);
    },
    onObjectEnd: () => {
      names.pop();
      depth -= 1;
    },
    onArrayBegin: (_offset, _length, line, column) => {
      depth += 1;
      if (depth > deepest) refuse("nested too deeply", line, column);
    },
    onArrayEnd: () => {
      depth -= 1;
    },
    onObjectProperty: (name, _offset, _length, line, column) => {
      const seen = names.at(-1);
      if (seen?.has(name)) refuse("a name that the object has already", line, column);
      if (reservedNames.has(name)) refuse("a reserved name", line, column);
      if (!name.isWellFormed()) refuse("half a character", line, column);
      seen?.add(name);
    },
    onLiteralValue: (value: unknown, _offset, _length, line, column) => {
      if (typeof value === "string" && !value.isWellFormed()) refuse("half a character", line, column);
      if (value === Infinity || value === -Infinity) refuse("a number that is too large", line, column);
    },
    onError: (_code, _offset, _length, line, column) => refuse("not JSON", line, column),
  };
  try {
    visit(text, walker, { disallowComments: true, allowEmptyContent: false, allowTrailingComma: false });
  } catch (cause) {
    // The visitor recurses; a body of nothing but brackets exhausts the stack before it is read to its end.
    if (!(cause instanceof RangeError)) throw cause;
    throw new ServiceError("json_invalid", { text: "nested too deeply", cause });
  }
  if (problem !== undefined) throw new ServiceError("json_invalid", { text: problem });
  return JSON.parse(text);
}
