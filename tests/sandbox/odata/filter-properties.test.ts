import fc from "fast-check";
import { expect, test } from "vitest";
import { truthOf } from "../../../sandbox/fmserver/odata/query/compare-values.ts";
import { compile } from "../../../sandbox/fmserver/odata/query/compile.ts";
import { parseExpression } from "../../../sandbox/fmserver/odata/query/parse-expression.ts";
import type { Value } from "../../../sandbox/fmserver/odata/query/value.ts";
import { type Node, naive, nodes, type Row, rows, written } from "./support/naive-filter.ts";

function asked(text: string, row: Row): boolean {
  const expression = parseExpression(text, { aliases: new Map(), utcOffsetMinutes: 0 });
  const test = compile<Row>(expression, {
    table: "Rows",
    now: 0,
    utcOffsetMinutes: 0,
    quotedLiterals: "converted",
    isTyped: () => false,
    reader: (name) => (name in row ? (one) => (one[name as keyof Row] ?? null) as Value : undefined),
  });
  return truthOf(test(row)) === true;
}

test("a filter matches the same as a naive evaluation of it", () => {
  fc.assert(
    fc.property(nodes, rows, (node, row) => {
      expect(asked(written(node, "all"), row), written(node, "all")).toBe(naive(node, row) === true);
    }),
    { numRuns: 2000, seed: 20_261_121 },
  );
});

test("redundant parentheses and spaces change nothing", () => {
  fc.assert(
    fc.property(nodes, rows, (node, row) => {
      const sparse = written(node, "needed");
      expect(asked(sparse, row), sparse).toBe(asked(written(node, "all"), row));
      expect(
        asked(
          sparse.replace(/'(?:[^']|'')*'| /g, (part) => (part === " " ? "  " : part)),
          row,
        ),
      ).toBe(asked(sparse, row));
    }),
    { numRuns: 2000, seed: 20_261_122 },
  );
});

test("any text is either parsed or rejected as a syntax error", () => {
  const words = fc.constantFrom(
    "a",
    "t",
    "'x'",
    "1",
    "(",
    ")",
    " ",
    "eq",
    "and",
    "not",
    "-",
    ",",
    "/",
    "in",
    "contains",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 3 })), { maxLength: 12 }), (parts) => {
      try {
        asked(parts.join(" "), { a: 1, b: null, t: "x", u: null });
      } catch (error) {
        expect(error).toMatchObject({ name: "ODataError", status: 400 });
      }
    }),
    { numRuns: 3000, seed: 20_261_123 },
  );
});

test("the oracle itself handles empty values", () => {
  const empty: Row = { a: null, b: null, t: null, u: null };
  const compare = (operator: "eq" | "ne" | "lt"): Node => ({
    kind: "compare",
    operator,
    left: { kind: "number", field: "a" },
    right: { kind: "number", value: 1 },
  });
  expect([compare("eq"), compare("ne"), compare("lt")].map((node) => naive(node, empty))).toEqual([false, true, false]);
});
