import { parseFailure, syntaxError, unsupported } from "../odata-error.ts";
import type { BinaryOperator, Expression } from "./expression.ts";
import { isKnownFunction } from "./functions.ts";
import { isPlainName } from "./identifier.ts";
import { type Token, tokens } from "./tokens.ts";
import { readTemporal } from "./value.ts";

/** Names that an expression can refer to in addition to fields. */
export interface ParseContext {
  readonly aliases: ReadonlyMap<string, string>;
  readonly utcOffsetMinutes: number;
}

/** Parses a `$filter` expression: operators by precedence, functions, casts, lists. @throws ODataError -1002 */
export function parseExpression(text: string, context: ParseContext): Expression {
  const words = tokens(text);
  let at = 0;
  const peek = (): Token | undefined => words[at];
  const isSign = (sign: string): boolean => peek()?.kind === "sign" && peek()?.text === sign;
  const isWord = (word: string): boolean => peek()?.kind === "word" && peek()?.text === word;
  const fail = (): never => {
    throw syntaxError(peek()?.text ?? text.slice(-1));
  };
  const expect = (sign: string): void => {
    if (!isSign(sign)) fail();
    at += 1;
  };
  const take = (): Token => {
    const token = peek();
    if (token === undefined) return fail();
    at += 1;
    return token;
  };

  const binary = (level: number): Expression => {
    const operators = LEVELS[level];
    if (operators === undefined) return unary();
    let left = binary(level + 1);
    for (;;) {
      const operator = operators.find(isWord);
      if (operator !== undefined) {
        at += 1;
        left = { kind: "binary", operator, left, right: binary(level + 1) };
      } else if (level === RELATIONAL && isWord("in")) {
        at += 1;
        left = { kind: "in", operand: left, list: list() };
      } else return left;
    }
  };
  const unary = (): Expression => {
    if (isSign("-")) {
      at += 1;
      return { kind: "negative", operand: unary() };
    }
    if (isWord("not")) {
      at += 1;
      return { kind: "not", operand: unary() };
    }
    return postfix(primary());
  };
  const postfix = (operand: Expression): Expression => {
    if (!isSign("/")) return operand;
    at += 1;
    const token = take();
    // Only a cast is supported here, not related fields, any() or all(). Filters are limited to their table.
    if (token.kind !== "word" || !token.text.startsWith("Edm.")) throw parseFailure(token.text);
    return postfix({ kind: "cast", operand, type: token.text });
  };
  const primary = (): Expression => {
    const token = take();
    switch (token.kind) {
      case "text":
        return { kind: "literal", value: token.text.slice(1, -1).replaceAll("''", "'") };
      case "number":
        return { kind: "literal", value: Number(token.text) };
      case "temporal": {
        const value = readTemporal(token.text, context.utcOffsetMinutes);
        if (value === undefined) throw syntaxError(token.text);
        return { kind: "literal", value };
      }
      case "quotedName": {
        const name = token.text.replace(/^"(.+)"((?:\[\d+\])?)$/, "$1$2");
        return { kind: "field", name, position: token.position + 1 };
      }
      case "alias": {
        const meant = context.aliases.get(token.text);
        if (meant === undefined) throw syntaxError(token.text);
        return parseExpression(meant, { ...context, aliases: new Map() });
      }
      case "word":
        return word(token);
      case "sign": {
        if (token.text !== "(") throw syntaxError(token.text);
        const inner = binary(0);
        expect(")");
        return inner;
      }
    }
  };
  const word = (token: Token): Expression => {
    const { text: name } = token;
    if (isSign("(")) return call(name);
    if (name === "null") return { kind: "literal", value: null };
    if (name === "true" || name === "false") return { kind: "literal", value: name === "true" };
    const isName = isPlainName(name.replace(/\[\d+\]$/, "")) && !RESERVED.has(name);
    if (!isName && !/^FM[FT]ID:/.test(name)) throw syntaxError(name);
    return { kind: "field", name, position: token.position + 1 };
  };
  const call = (name: string): Expression => {
    if (NOT_THERE.has(name) || name.startsWith("geo.")) throw unsupported();
    if (name === "cast") return cast();
    if (!isKnownFunction(name)) throw syntaxError(name);
    const args = isEmptyList() ? [] : list();
    if (!isKnownFunction(name, args.length)) throw parseFailure(name);
    return { kind: "call", name, args };
  };
  const cast = (): Expression => {
    expect("(");
    const operand = binary(0);
    expect(",");
    const { kind, text: type } = take();
    if (kind !== "word" || !type.startsWith("Edm.")) throw syntaxError(type);
    expect(")");
    return { kind: "cast", operand, type };
  };
  const isEmptyList = (): boolean => {
    if (words[at + 1]?.text !== ")" || !isSign("(")) return false;
    at += 2;
    return true;
  };
  const list = (): readonly Expression[] => {
    expect("(");
    const parts = [binary(0)];
    while (isSign(",")) {
      at += 1;
      parts.push(binary(0));
    }
    expect(")");
    return parts;
  };

  const expression = binary(0);
  if (at < words.length) fail();
  return expression;
}

/** From the lowest to the highest precedence. */
const LEVELS: readonly (readonly BinaryOperator[])[] = [
  ["or"],
  ["and"],
  ["eq", "ne"],
  ["gt", "ge", "lt", "le"],
  ["add", "sub"],
  ["mul", "div", "mod"],
];
const RELATIONAL = 3;
const RESERVED = new Set(["or", "and", "eq", "ne", "gt", "ge", "lt", "le", "add", "sub", "mul", "div", "mod", "in"]);
/** Functions in the metadata or the standard that the server refuses. */
const NOT_THERE = new Set(["fractionalseconds", "isof", "any", "all", "has"]);
