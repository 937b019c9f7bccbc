import type { ODataSettings } from "../../world/schema/odata-schema.ts";
import { unknownColumn, unsupported } from "../odata-error.ts";
import { castTo } from "./casts.ts";
import { asNumber, compareValues, isEqual, truthOf } from "./compare-values.ts";
import type { BinaryOperator, Expression } from "./expression.ts";
import { callFunction, type FunctionContext } from "./functions.ts";
import type { Value } from "./value.ts";

/** Scope in which an expression finds its fields. */
export interface Scope<Row> extends FunctionContext {
  readonly table: string;
  /** Meaning of a text that is compared with a field of another type. */
  readonly quotedLiterals: ODataSettings["quotedLiterals"];
  /** Returns true if the field is a date, time, timestamp or number. */
  isTyped(name: string): boolean;
  /** Returns a reader for a field; undefined if the table has no field with this name. */
  reader(name: string): ((row: Row) => Value) | undefined;
}

/** Compiles an expression to a function of a row. @throws ODataError 8309 for an unknown field */
export function compile<Row>(expression: Expression, scope: Scope<Row>): (row: Row) => Value {
  switch (expression.kind) {
    case "literal":
      return () => expression.value;
    case "field": {
      const reader = scope.reader(expression.name);
      if (reader === undefined) throw unknownColumn(expression.name, scope.table, expression.position);
      return reader;
    }
    case "call": {
      const args = expression.args.map((argument) => compile(argument, scope));
      return (row) =>
        callFunction(
          expression.name,
          args.map((argument) => argument(row)),
          scope,
        );
    }
    case "cast": {
      const operand = compile(expression.operand, scope);
      const cast = castTo(expression.type);
      if (cast === undefined) throw unsupported();
      return (row) => {
        const value = operand(row);
        return value === null ? null : cast(value);
      };
    }
    case "not": {
      const operand = compile(expression.operand, scope);
      return (row) => {
        const truth = truthOf(operand(row));
        return truth === null ? null : !truth;
      };
    }
    case "negative": {
      const operand = compile(expression.operand, scope);
      return (row) => {
        const number = asNumber(operand(row));
        return number === undefined ? null : -number;
      };
    }
    case "in": {
      const operand = compile(expression.operand, scope);
      const list = expression.list
        .filter((item) => !isMisread(expression.operand, item, scope))
        .map((item) => compile(item, scope));
      return (row) => {
        const value = operand(row);
        return list.some((item) => isEqual(value, item(row)));
      };
    }
    case "binary": {
      const left = compile(expression.left, scope);
      const right = compile(expression.right, scope);
      const { operator } = expression;
      if (COMPARISONS.has(operator) && isMisread(expression.left, expression.right, scope)) return () => null;
      return (row) => combine(operator, left(row), () => right(row));
    }
  }
}

const COMPARISONS: ReadonlySet<BinaryOperator> = new Set(["eq", "ne", "gt", "ge", "lt", "le"]);

/** Returns true if the engine finds no rows, because it compares a text with a date or number. */
function isMisread<Row>(left: Expression, right: Expression, scope: Scope<Row>): boolean {
  return scope.quotedLiterals === "noRows" && comparesQuoted(left, right, scope);
}

function comparesQuoted<Row>(left: Expression, right: Expression, scope: Pick<Scope<Row>, "isTyped">): boolean {
  const isQuoted = (side: Expression): boolean => side.kind === "literal" && typeof side.value === "string";
  const isTyped = (side: Expression): boolean => side.kind === "field" && scope.isTyped(side.name);
  return (isQuoted(left) && isTyped(right)) || (isTyped(left) && isQuoted(right));
}

/** Returns true if an expression compares a text with a date or number anywhere. */
export function hasQuotedLiterals<Row>(expression: Expression, scope: Pick<Scope<Row>, "isTyped">): boolean {
  switch (expression.kind) {
    case "binary": {
      const { left, right } = expression;
      return comparesQuoted(left, right, scope) || hasQuotedLiterals(left, scope) || hasQuotedLiterals(right, scope);
    }
    case "in":
      return expression.list.some((item) => comparesQuoted(expression.operand, item, scope));
    case "not":
    case "negative":
    case "cast":
      return hasQuotedLiterals(expression.operand, scope);
    case "call":
      return expression.args.some((argument) => hasQuotedLiterals(argument, scope));
    default:
      return false;
  }
}

function combine(operator: BinaryOperator, left: Value, readRight: () => Value): Value {
  switch (operator) {
    case "and":
    case "or": {
      const decisive = operator === "or";
      const first = truthOf(left);
      if (first === decisive) return decisive;
      const second = truthOf(readRight());
      if (second === decisive) return decisive;
      return first === null || second === null ? null : !decisive;
    }
    case "eq":
      return isEqual(left, readRight());
    case "ne":
      return !isEqual(left, readRight());
    case "gt":
    case "ge":
    case "lt":
    case "le": {
      const order = compareValues(left, readRight());
      if (order === undefined) return false;
      if (order === 0) return operator === "ge" || operator === "le";
      return order > 0 === operator.startsWith("g");
    }
    default:
      return calculate(operator, asNumber(left), asNumber(readRight()));
  }
}

function calculate(operator: "add" | "sub" | "mul" | "div" | "mod", a: number | undefined, b: number | undefined) {
  if (a === undefined || b === undefined) return null;
  switch (operator) {
    case "add":
      return a + b;
    case "sub":
      return a - b;
    case "mul":
      return a * b;
    case "div":
      return b === 0 ? null : a / b;
    case "mod":
      return b === 0 ? null : a % b;
  }
}
