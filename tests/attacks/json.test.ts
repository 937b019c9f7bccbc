import { afterAll, expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { fullCounts } from "./support/full-counts.ts";

const service = await testService();
afterAll(() => service.stop());
const key = await service.aKey();

/** Bodies that two parsers read differently, or that exhaust a parser, by the name of the fault. */
const hostile: Readonly<Record<string, string | Uint8Array>> = {
  "lists in lists": "[".repeat(200_000),
  "objects in objects": `${'{"a":'.repeat(40)}1${"}".repeat(40)}`,
  "a name twice": '{"label":"a","label":"b"}',
  "a name twice, escaped": '{"label":"a","\\u006cabel":"b"}',
  "a prototype": '{"__proto__":{"isAdmin":true}}',
  "a prototype, escaped": '{"\\u005f\\u005fproto__":{"isAdmin":true}}',
  "a prototype within": '{"label":{"a":[{"__proto__":{}}]}}',
  "a constructor": '{"constructor":{"prototype":{"isAdmin":true}}}',
  "half a character": '{"label":"\\ud83d"}',
  "half a character as a name": '{"\\udd11":1}',
  "a number beyond numbers": '{"limit":1e999}',
  "a number of many digits": `{"limit":${"9".repeat(400)}}`,
  "no number": '{"limit":NaN}',
  "an octal number": '{"limit":010}',
  "a hexadecimal number": '{"limit":0x10}',
  "a comment": '{"label":"a"/*"*/}',
  "a comma too many": '{"label":"a",}',
  "single quotes": "{'label':'a'}",
  "a second value": '{"label":"a"}{"label":"b"}',
  "a nul behind": '{"label":"a"}\0',
  "a control character": '{"label":"a\u0007b"}',
  "another encoding": Buffer.from('{"label":"a"}', "utf16le"),
  "no UTF-8": Buffer.from([...Buffer.from('{"label":"'), 0xff, 0xc0, 0x80, ...Buffer.from('"}')]),
  "surrogates in UTF-8": Buffer.from([...Buffer.from('{"label":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]),
  "a list": "[1]",
  "a text": '"label"',
  nothing: "null",
};

/** Every operation that reads a JSON body, with any kind of credential. */
const readers = Object.values(catalogue)
  .flatMap((resource) => Object.entries<Operation>(resource))
  .filter(([, { method }]) => ["POST", "PUT", "PATCH"].includes(method))
  .filter(([, { takes, answers = "envelope" }]) => takes === undefined && ["envelope", "json"].includes(answers));

verifies("contract:json:hostile", async () => {
  expect(readers.length).toBeGreaterThan(120);
  const rows = await service.rows();
  const headers = { Authorization: adminAccount, "Content-Type": "application/json" };
  const bodies = Object.entries(hostile);
  for (const [at, [name, { access, method, path, list }]] of readers.entries()) {
    // One pipeline reads bodies for all operations: each run sends each body to many operations, and some bodies to each.
    const sent = fullCounts ? bodies : bodies.filter((_, number) => (number + at) % 8 === 0);
    const shown = access === "data-key" ? { ...headers, Authorization: `Bearer ${key}` } : headers;
    const answers = await Promise.all(
      sent.map(async ([what, body]) => {
        if (what === "a list" && list !== undefined) return "";
        const target = path.replace(/\{\w+\+?\}/g, "1");
        const { status, text } = await service.raw(method, target, { headers: shown, body });
        return status >= 400 && status < 500 ? "" : `${what}: ${status} ${text}`;
      }),
    );
    expect(answers.filter(Boolean), name).toEqual([]);
  }
  // Only the use counters of the keys were stored, and no property was added to all objects.
  const before = new Set(rows.map(({ pk }) => pk));
  const made = (await service.rows()).map(({ pk }) => pk).filter((pk) => !before.has(pk));
  expect(made.filter((pk) => !/^(?:attempts|audit|usage|session)/.test(pk))).toEqual([]);
  expect("isAdmin" in {}).toBe(false);
  expect(await service.admin("GET", "/svc/api/api-key")).toSucceed();
});
