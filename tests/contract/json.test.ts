import fc from "fast-check";
import { expect, test } from "vitest";
import { ServiceError } from "#shared/contract/errors.ts";
import { parseJson } from "#shared/http/json.ts";

const maxNames = 1_000;

const refusal = (text: string): ServiceError | undefined => {
  try {
    parseJson(text, maxNames);
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown;
    throw thrown;
  }
  return undefined;
};
const Name = fc.string({ maxLength: 5 }).filter((name) => !["__proto__", "constructor", "prototype"].includes(name));

test("everything that JSON.parse reads is read the same way", () => {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.string({ unit: "binary" }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(null, true, false),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(Name, tie("tree"), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.constantFrom(0, 2, "\t"), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(parseJson(text, maxNames)).toEqual(JSON.parse(text));
    }),
  );
});

test("everything that JSON.parse rejects is rejected, and the error repeats nothing of it", () => {
  const Piece = fc.oneof(
    fc.constantFrom(..."{}[]:,\"'\\/*+-.0123456789eE \n\t\u0000\u001f\u00a0\u2028\ufeff".split("")),
    fc.constantFrom('"a"', "true", "null", "nul", "NaN", "Infinity", "//x", "/*x*/", "\\u00", "s3cret", '"s3cret'),
  );
  fc.assert(
    fc.property(
      fc.array(Piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
      (text) => {
        if (isJson(text)) return;
        const refused = refusal(text);
        expect(refused?.error).toBe("json_invalid");
        expect(`${refused?.text} ${refused?.detail} ${refused?.cause}`).not.toContain("s3cret");
      },
    ),
    { numRuns: 20_000 },
  );
});

test("a duplicate name in an object is rejected, in any spelling", () => {
  for (const text of ['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '{"x":[{"b":1,"c":2,"b":3}]}', '{"":1,"":2}']) {
    expect(refusal(text)?.text).toMatch(/duplicate name at line 1, column \d+$/);
  }
  expect(refusal('{"a":{"a":1},"b":{"a":2},"c":["a","a"]}')).toBeUndefined();
});

test("reserved names are rejected at any depth, in any spelling", () => {
  for (const name of ["__proto__", "constructor", "prototype", "\\u005f_proto__"]) {
    for (const text of [`{"${name}":1}`, `{"a":[{"${name}":{}}]}`])
      expect(refusal(text)?.text).toMatch(/reserved name/);
  }
  expect(refusal('{"a":"__proto__"}')).toBeUndefined();
});

test("unpaired surrogates are rejected, in names and in values", () => {
  for (const half of ["\\ud83d", "\\udd11", "\\udd11\\ud83d", "\ud83d"]) {
    for (const text of [`{"a":"x${half}"}`, `{"${half}":1}`, `["${half}"]`])
      expect(refusal(text)?.text, text).toMatch(/incomplete Unicode character at line 1, column \d+$/);
  }
  expect(refusal('{"\\ud83d\\udd11":"\\ud83d\\udd11"}')).toBeUndefined();
});

test("numbers outside of the number range are rejected", () => {
  for (const number of ["1e400", "-1e400", `1${"0".repeat(400)}`, "9e999999999"])
    expect(refusal(`{"a":[${number}]}`)?.text, number).toMatch(/number too large at line 1, column \d+$/);
  for (const number of ["1e308", "1e-400", `0.${"0".repeat(400)}1`]) expect(refusal(`[${number}]`)).toBeUndefined();
});

test("32 levels are read, 33 aren't, and a million are rejected like any other", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(refusal(nested(32))).toBeUndefined();
  for (const depth of [33, 1000, 400_000]) expect(refusal(nested(depth))?.text).toMatch(/nested deeper than 32 levels/);
  expect(refusal(`${'{"a":'.repeat(33)}1${"}".repeat(33)}`)?.text).toMatch(/nested deeper than 32 levels/);
});

test("an error names the position", () => {
  expect(refusal('{\n  "a": 1,\n  "b": nope\n}')?.text).toMatch(/syntax error at line 3, column \d+$/);
});

test("too many names or values are rejected at the first one beyond the limit", () => {
  const names = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":{}`).join()}}`;
  expect(refusal(names(maxNames))).toBeUndefined();
  expect(refusal(names(maxNames + 1))?.text).toMatch(/more than 1000 names at line 1, column \d+$/);
  const values = (count: number) => `[${Array.from({ length: count }, () => "1").join()}]`;
  expect(refusal(values(99_999))).toBeUndefined();
  expect(refusal(values(100_000))?.text).toMatch(/more than 100000 values at line 1, column \d+$/);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // The error that this test checks for.
  }
}
