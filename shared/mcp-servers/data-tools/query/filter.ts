import { DataRefused } from "../refused.ts";
import { columnNamed, type DataTable, type FieldType } from "../schema/tables.ts";
import { type FilterWord, filterWords, notUnderstood } from "./filter-words.ts";
import { type TypedValue, typedLiteral } from "./typed-literal.ts";
import { writtenName, writtenText } from "./written.ts";

/** Maximum nesting depth of parentheses. */
const deepest = 20;
const maxInList = 100;

interface FilterFunction {
  readonly min: number;
  readonly max: number;
  readonly isTrue?: true;
  /** Type of the result. Default: text. */
  readonly type?: FieldType;
}

const ofOne = (type: FieldType): FilterFunction => ({ min: 1, max: 1, type });

/** Functions with their numbers of arguments. */
const functions: Readonly<Record<string, FilterFunction>> = {
  ...{ contains: { min: 2, max: 2, isTrue: true }, startswith: { min: 2, max: 2, isTrue: true } },
  ...{ endswith: { min: 2, max: 2, isTrue: true }, concat: { min: 2, max: 2 } },
  ...{ indexof: { min: 2, max: 2, type: "number" }, length: ofOne("number") },
  ...{ substring: { min: 2, max: 3 }, trim: ofOne("text"), tolower: ofOne("text"), toupper: ofOne("text") },
  ...{ year: ofOne("number"), month: ofOne("number"), day: ofOne("number") },
  ...{ hour: ofOne("number"), minute: ofOne("number"), second: ofOne("number") },
  ...{ date: ofOne("date"), time: ofOne("time"), now: { min: 0, max: 0, type: "timestamp" } },
  ...{ round: ofOne("number"), floor: ofOne("number"), ceiling: ofOne("number") },
};
const comparisons = new Set(["eq", "ne", "gt", "ge", "lt", "le"]);

/** Rewritten part of a filter. */
interface Part {
  readonly text: string;
  /** True if the part is a condition, false if it is a value. */
  readonly isTrue: boolean;
  /** Field or function whose value it is. */
  readonly value?: TypedValue;
  /** Content of a text in quotes. */
  readonly quoted?: string;
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
      const right = operand(depth);
      return `${comparedWith(right, left)} ${text} ${comparedWith(left, right)}`;
    }
    // Not every server understands `in`.
    if (takes("word", "in"))
      return `(${list()
        .map((item) => `${left.text} eq ${comparedWith(left, item)}`)
        .join(" or ")})`;
    return left.isTrue ? left.text : fail();
  };
  const list = (): readonly Part[] => {
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
    if (value !== undefined) return value;
    if (word.kind === "word" && takes("sign", "(")) return called(word.text, depth + 1);
    if (word.kind !== "word" && word.kind !== "name") {
      at -= 1;
      return fail();
    }
    const name = word.text.replace(/^"([^"]+)"/, "$1");
    const column = columnNamed(table, name);
    if (column.field.type === "container") throw new DataRefused("A filter can't use container fields.");
    return { text: writtenName(column), isTrue: false, value: { name: column.name, type: column.field.type } };
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
    const text = `${name}(${values.join(",")})`;
    return { text, isTrue: known.isTrue === true, value: { name: `${name}()`, type: known.type ?? "text" } };
  };

  const written = either(0);
  return peek() === undefined ? written : fail();
}

/** Returns a part as it is compared with another one: dates and numbers without quotes. */
function comparedWith({ value }: Part, { text, quoted }: Part): string {
  return (quoted !== undefined && value !== undefined ? typedLiteral(quoted, value) : undefined) ?? text;
}

/** Returns a literal; undefined for other tokens. */
function literal({ kind, text }: FilterWord): Part | undefined {
  if (kind === "text") {
    const quoted = text.slice(1, -1).replaceAll("''", "'");
    return { text: writtenText(quoted), isTrue: false, quoted };
  }
  const isLiteral = kind === "number" || kind === "moment" || (kind === "word" && /^(?:null|true|false)$/.test(text));
  return isLiteral ? { text, isTrue: false } : undefined;
}
