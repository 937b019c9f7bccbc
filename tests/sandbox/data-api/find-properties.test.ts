import * as fc from "fast-check";
import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";

interface Row {
  readonly words: string;
  readonly size: number | "";
}
interface Request {
  readonly words?: string;
  readonly size?: string;
  readonly omit?: "true";
}

const word = fc.constantFrom("apple", "apricot", "Banana", "band", "c", "cherry", "ÄPFEL");
const row: fc.Arbitrary<Row> = fc.record({
  words: fc.array(word, { maxLength: 3 }).map((list) => list.join(" ")),
  size: fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constant("" as const)),
});
const wordCriterion = fc.oneof(
  fc.constantFrom("=", "*"),
  fc.tuple(word, fc.integer({ min: 1, max: 6 })).map(([text, length]) => text.slice(0, length)),
  fc.tuple(word, word).map(([a, b]) => `${a.slice(0, 2)} ${b}`),
  word.map((text) => `=${text}`),
  word.map((text) => `==${text}`),
);
const sizeCriterion = fc.oneof(
  fc.constantFrom("=", "*"),
  fc
    .tuple(fc.constantFrom("", "<", "≤", ">", ">=", "=="), fc.integer({ min: -3, max: 12 }))
    .map(([op, n]) => `${op}${n}`),
  fc.tuple(fc.integer({ min: -3, max: 6 }), fc.integer({ min: 0, max: 12 })).map(([a, b]) => `${a}...${b}`),
);
const request: fc.Arbitrary<Request> = fc
  .record({ words: wordCriterion, size: sizeCriterion, omit: fc.constant("true" as const) }, { requiredKeys: [] })
  .filter(({ words, size }) => words !== undefined || size !== undefined);

function holdsWords(value: string, criterion: string): boolean {
  const words = value.toLowerCase().split(" ").filter(Boolean);
  const wanted = criterion.toLowerCase();
  if (wanted === "=") return words.length === 0;
  if (wanted === "*") return words.length > 0;
  if (wanted.startsWith("==")) return value.toLowerCase() === wanted.slice(2);
  if (wanted.startsWith("=")) return words.includes(wanted.slice(1));
  return wanted.split(" ").every((start) => words.some((each) => each.startsWith(start)));
}

function holdsSize(value: number | "", criterion: string): boolean {
  if (criterion === "=") return value === "";
  if (value === "") return false;
  if (criterion === "*") return true;
  const range = criterion.split("...").map(Number);
  if (range.length === 2) return value >= Number(range[0]) && value <= Number(range[1]);
  const number = Number(criterion.replace(/^[<>=≤]+/, ""));
  if (criterion.startsWith("<")) return value < number;
  if (criterion.startsWith("≤")) return value <= number;
  if (criterion.startsWith(">=")) return value >= number;
  if (criterion.startsWith(">")) return value > number;
  return value === number;
}

function naive(rows: readonly Row[], requests: readonly Request[]): readonly string[] {
  let found = rows.map(() => requests[0]?.omit === "true");
  for (const { words, size, omit } of requests) {
    found = rows.map((each, at) => {
      const holds =
        (words === undefined || holdsWords(each.words, words)) && (size === undefined || holdsSize(each.size, size));
      return omit === "true" ? found[at] === true && !holds : found[at] === true || holds;
    });
  }
  return found.flatMap((isFound, at) => (isFound ? [String(at + 1)] : []));
}

test("finds match a naive evaluation of their requests", async () => {
  const server = await aServer();
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.array(request, { minLength: 1, maxLength: 3 }),
      async (rows, query) => {
        server.reload({
          databases: [
            {
              name: "P",
              accounts: [{ name: "a", password: "b" }],
              tables: [
                {
                  name: "T",
                  fields: [{ name: "words" }, { name: "size", type: "number" }],
                  records: rows.map((values) => ({ values: { ...values } })),
                },
              ],
              layouts: [{ name: "L", occurrence: "T", fields: ["words", "size"] }],
            },
          ],
        });
        const token = await server.login("a:b", "P");
        const answer = await server.ask("POST", "/fmi/data/v2/databases/P/layouts/L/_find", { token, body: { query } });
        const data = (answer.response.data ?? []) as readonly { readonly recordId: string }[];
        expect(data.map(({ recordId }) => recordId)).toEqual(naive(rows, query));
        expect(answer.code).toBe(data.length === 0 ? "401" : "0");
      },
    ),
    { numRuns: 150 },
  );
});

test("no criterion on text breaks the server", async () => {
  const server = await aServer();
  const token = await server.login();
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."ab \\*@#\"=<>.?!~()[]{}|/^$+-'") }),
      async (name) => {
        const answer = await server.people("POST", "/layouts/People/_find", { token, body: { query: [{ name }] } });
        expect(["0", "400", "401"]).toContain(answer.code);
      },
    ),
    { numRuns: 200 },
  );
});
