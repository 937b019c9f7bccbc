import { DataRefused } from "../refused.ts";
import { columnNamed, type DataTable } from "../schema/tables.ts";
import { type FilterWord, filterWords, notUnderstood } from "./filter-words.ts";
import { writtenName, writtenText } from "./written.ts";

/** Maximum nesting depth of parentheses. */
const deepest = 20;
const maxInList = 100;

/** Functions with their numbers of arguments. */
const functions: Readonly<Record<string, { readonly min: number; readonly max: number; readonly isTrue?: true }>> = {
  ...{ contains: { min: 2, max: 2, isTrue: true }, startswith: { min: 2, max: 2, isTrue: true } },
  ...{ endswith: { min: 2, max: 2, isTrue: true }, concat: { min: 2, max: 2 }, indexof: { min: 2, max: 2 } },
  ...{ substring: { min: 2, max: 3 }, length: { min: 1, max: 1 }, trim: { min: 1, max: 1 } },
  ...{ tolower: { min: 1, max: 1 }, toupper: { min: 1, max: 1 }, now: { min: 0, max: 0 } },
  ...{ year: { min: 1, max: 1 }, month: { min: 1, max: 1 }, day: { min: 1, max: 1 } },
  ...{ hour: { min: 1, max: 1 }, minute: { min: 1, max: 1 }, second: { min: 1, max: 1 } },
  ...{ date: { min: 1, max: 1 }, time: { min: 1, max: 1 } },
  ...{ round: { min: 1, max: 1 }, floor: { min: 1, max: 1 }, ceiling: { min: 1, max: 1 } },
};
const comparisons = new Set(["eq", "ne", "gt", "ge", "lt", "le"]);

/** Rewritten part of a filter. */
interface Part {
  readonly text: string;
  /** True if the part is a condition, false if it is a value. */
  readonly isTrue: boolean;
}

/**
 * Parses a filter and rewrites it for OData: no input is passed on unchanged. Only fields of the table are allowed, so a filter can't reach
 * other tables or scripts, or change other parts of the URL.
 * @throws DataRefused
 */
export function writtenFilter(table: DataTable, given: string): string {
  const words = filterWords(given);
  let at = 0;

  const peek = (): FilterWord | undefined => words[at];
  const fail = (): never => {
    throw notUnderstood(
      words
        .slice(at)
        .map(({ text }) => text)
        .join(" "),
    );
  };
  const take = (): FilterWord => {
    const word = words[at];
    if (word === undefined) return fail();
    at += 1;
    return word;
  };
  const takes = (kind: "sign" | "word", text: string): boolean => {
    const { kind: found, text: word } = peek() ?? {};
    if (found !== kind || word !== text) return false;
    at += 1;
    return true;
  };
  const need = (sign: string): void => {
    if (!takes("sign", sign)) fail();
  };

  const either = (depth: number): string => joined("or", depth, both);
  const both = (depth: number): string => joined("and", depth, negated);
  const joined = (word: "or" | "and", depth: number, part: (depth: number) => string): string => {
    const parts = [part(depth)];
    while (takes("word", word)) parts.push(part(depth));
    return parts.join(` ${word} `);
  };
  const negated = (depth: number): string => {
    if (depth > deepest) throw new DataRefused("The filter's parentheses are nested too deeply.");
    if (takes("word", "not")) return `not (${negated(depth + 1)})`;
    if (takes("sign", "(")) {
      const inner = either(depth + 1);
      need(")");
      return `(${inner})`;
    }
    return comparison(depth);
  };
  const comparison = (depth: number): string => {
    const left = operand(depth);
    const { kind, text = "" } = peek() ?? {};
    if (kind === "word" && comparisons.has(text)) {
      at += 1;
      return `${left.text} ${text} ${operand(depth).text}`;
    }
    if (takes("word", "in")) return `${left.text} in (${list().join(",")})`;
    return left.isTrue ? left.text : fail();
  };
  const list = (): readonly string[] => {
    need("(");
    const values = [literal(take()) ?? fail()];
    while (takes("sign", ",")) values.push(literal(take()) ?? fail());
    need(")");
    if (values.length > maxInList) throw new DataRefused(`A list in a filter can have at most ${maxInList} values.`);
    return values;
  };
  const operand = (depth: number): Part => {
    const word = take();
    const value = literal(word);
    if (value !== undefined) return { text: value, isTrue: false };
    if (word.kind === "word" && takes("sign", "(")) return called(word.text, depth + 1);
    if (word.kind !== "word" && word.kind !== "name") {
      at -= 1;
      return fail();
    }
    const name = word.text.replace(/^"([^"]+)"/, "$1");
    const column = columnNamed(table, name);
    if (column.field.type === "container") throw new DataRefused("A filter can't use container fields.");
    return { text: writtenName(column), isTrue: false };
  };
  const called = (name: string, depth: number): Part => {
    const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (known === undefined || depth > deepest) {
      at -= 2;
      return fail();
    }
    const values: string[] = [];
    while (!takes("sign", ")")) {
      if (values.length > 0) need(",");
      values.push(operand(depth).text);
    }
    if (values.length < known.min || values.length > known.max)
      throw new DataRefused(`${name}() in a filter takes ${known.min} to ${known.max} arguments.`);
    return { text: `${name}(${values.join(",")})`, isTrue: known.isTrue === true };
  };

  const written = either(0);
  return peek() === undefined ? written : fail();
}

/** Returns the text of a literal; undefined for other tokens. */
function literal({ kind, text }: FilterWord): string | undefined {
  if (kind === "text") return writtenText(text.slice(1, -1).replaceAll("''", "'"));
  if (kind === "number" || kind === "moment") return text;
  return kind === "word" && (text === "null" || text === "true" || text === "false") ? text : undefined;
}
