import { ServiceError } from "#shared/contract/errors.ts";

/** Limits of a scan, in addition to syntax errors. */
export interface JsonRules {
  readonly maxDepth: number;
  /** Counts objects, lists, strings, numbers and literals. */
  readonly maxValues: number;
  /** True to reject what JSON.parse would change: unpaired surrogates and numbers that are too large. */
  readonly isExact: boolean;
  /**
   * Receives each name with the number of its object, which is positive, and its depth, 1 for the outermost. Returns a reason to reject
   * it.
   */
  readonly onName: (name: string, object: number, depth: number) => string | undefined;
}

export type JsonKind = "object" | "list" | "scalar";

/**
 * Checks a JSON text in one pass without building anything, and returns the type of its value.
 * @throws ServiceError json_invalid with line and column of the first problem, without any of the text
 */
export function scanJson(text: string, { maxDepth, maxValues, isExact, onName }: JsonRules): JsonKind {
  let at = 0;
  let valueCount = 0;
  let kind: JsonKind = "scalar";
  /** Number of the innermost open object, or 0 for a list. Undefined outside of both. */
  let inner: number | undefined;
  /** Its ancestors, from the outside in. */
  const outer: (number | undefined)[] = [];

  const refuse = (reason: string, offset = at): never => {
    throw new ServiceError("json_invalid", { text: `${reason} at ${placeOf(text, offset)}` });
  };
  const expect = (isThere: boolean) => {
    if (!isThere) refuse("syntax error");
  };
  /** Skips white space and returns the next character code. */
  const next = (): number => {
    let code = text.charCodeAt(at);
    while (code <= space && (code === space || code === lineFeed || code === carriageReturn || code === tab)) {
      at += 1;
      code = text.charCodeAt(at);
    }
    return code;
  };

  /** Skips a string. Returns true if it contains escapes. */
  const string = (): boolean => {
    const start = at;
    let isEscaped = false;
    let mayBeHalf = false;
    for (at += 1; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) break;
      // After the end of the text the code is NaN.
      expect(code >= space);
      if (code !== backslash) {
        mayBeHalf ||= code >= 0xd800 && code <= 0xdfff;
        continue;
      }
      isEscaped = true;
      at += 1;
      if (text.charCodeAt(at) === letterU) {
        const digits = text.slice(at + 1, at + 5);
        expect(fourDigits.test(digits));
        mayBeHalf ||= digits.startsWith("d") || digits.startsWith("D");
        at += 4;
      } else expect(at < text.length && escapes.includes(text.charAt(at)));
    }
    at += 1;
    if (isExact && mayBeHalf && !(JSON.parse(text.slice(start, at)) as string).isWellFormed())
      refuse("incomplete Unicode character", start);
    return isEscaped;
  };

  const name = () => {
    expect(next() === quote);
    const start = at;
    const value = string() ? (JSON.parse(text.slice(start, at)) as string) : text.slice(start + 1, at - 1);
    const problem = onName(value, inner as number, outer.length);
    if (problem !== undefined) refuse(problem, start);
    expect(next() === colon);
    at += 1;
  };

  const digits = () => {
    const start = at;
    while (text.charCodeAt(at) >= zero && text.charCodeAt(at) <= nine) at += 1;
    expect(at > start);
  };
  const number = (first: number) => {
    const start = at;
    if (first === minus) at += 1;
    if (text.charCodeAt(at) === zero) at += 1;
    else digits();
    if (text.charCodeAt(at) === point) {
      at += 1;
      digits();
    }
    const exponent = text.charCodeAt(at);
    const hasExponent = exponent === letterE || exponent === capitalE;
    if (hasExponent) {
      at += 1;
      if (text.charCodeAt(at) === plus || text.charCodeAt(at) === minus) at += 1;
      digits();
    }
    // The largest number has 309 digits.
    if (isExact && (hasExponent || at - start > 300) && !Number.isFinite(Number(text.slice(start, at))))
      refuse("number too large", start);
  };
  const scalar = (first: number) => {
    if (first === quote) string();
    else if (first === minus || (first >= zero && first <= nine)) number(first);
    else {
      const word = words.find((candidate) => text.startsWith(candidate, at));
      expect(word !== undefined);
      at += word?.length ?? 0;
    }
  };

  for (;;) {
    const first = next();
    valueCount += 1;
    if (valueCount > maxValues) refuse(`more than ${maxValues} values`);
    if (valueCount === 1) kind = first === openBrace ? "object" : first === openBracket ? "list" : "scalar";
    if (first === openBrace || first === openBracket) {
      if (outer.length === maxDepth) refuse(`nested deeper than ${maxDepth} levels`);
      at += 1;
      outer.push(inner);
      inner = first === openBrace ? valueCount : 0;
      if (next() !== (first === openBrace ? closeBrace : closeBracket)) {
        if (first === openBrace) name();
        continue;
      }
    } else scalar(first);
    // After a value: close objects and lists that end here, and read what follows.
    for (;;) {
      const code = next();
      if (inner === undefined) {
        expect(at === text.length);
        return kind;
      }
      at += 1;
      if (code === comma) {
        if (inner > 0) name();
        break;
      }
      if (code !== (inner > 0 ? closeBrace : closeBracket)) refuse("syntax error", at - 1);
      inner = outer.pop();
    }
  }
}

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32];
const [quote, plus, comma, minus, point, zero, nine, colon] = [34, 43, 44, 45, 46, 48, 57, 58];
const [capitalE, openBracket, backslash, closeBracket, letterE, letterU, openBrace, closeBrace] = [
  69, 91, 92, 93, 101, 117, 123, 125,
];
const escapes = '"\\/bfnrt';
const fourDigits = /^[0-9a-f]{4}$/i;
const words = ["true", "false", "null"];

function placeOf(text: string, offset: number): string {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0 && end < offset; end = text.indexOf("\n", start)) {
    line += 1;
    start = end + 1;
  }
  return `line ${line}, column ${offset - start + 1}`;
}
