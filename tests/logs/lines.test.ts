import { afterAll, expect, test } from "vitest";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { memoryLogs } from "./support/memory-logs.ts";

const logs = memoryLogs();
const serviceLogs = fileLogBackend(logs, { now: () => 0, sleep: () => Promise.resolve() });
const service = await testService({ decorate: (platform) => ({ ...platform, serviceLogs }) });
afterAll(() => service.stop());

const name = "svc-info.log";
const lines = async (query = "") => {
  const answer = await service.admin("GET", `/svc/api/logs/${name}/lines${query}`);
  expect(answer, query).toSucceed();
  return answer.body.response;
};
const texts = (page: { readonly lines: readonly { readonly text: string }[] }) => page.lines.map(({ text }) => text);

verifies("logs:lines:escaped", async () => {
  logs.write(
    name,
    Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from("first\r\n\u001b[31mred\u001b[0m \u0000 \u009b \u202e\r\n"),
      Buffer.from([0x61, 0xff, 0xfe, 0x62, 0x0a]),
      Buffer.from("tab\tstays\n"),
    ]),
  );
  expect(texts(await lines())).toEqual([
    "first",
    "\\u001b[31mred\\u001b[0m \\u0000 \\u009b \\u202e",
    "a\ufffd\ufffdb",
    "tab\tstays",
  ]);
});

verifies("logs:lines:escaped", "a line is truncated at 16 KB, between two characters", async () => {
  const long = "é".repeat(20_000);
  logs.write(name, `${long}\nshort\n${`x${long}`}\n`);
  const page = await lines();
  expect(page.lines.map(({ isCut }: { isCut: boolean }) => isCut)).toEqual([true, false, true]);
  const [first, , third] = texts(page);
  expect(first).toBe("é".repeat(8_192));
  expect(third).toBe(`x${"é".repeat(8_191)}`);
});

test("a file without lines has none, and one with empty lines has them", async () => {
  logs.write(name, "");
  expect(await lines()).toMatchObject({ lines: [], before: null, sizeBytes: 0, counted: { lines: 0, bytes: 0 } });
  logs.write(name, "\n\n\n");
  expect(texts(await lines())).toEqual(["", "", ""]);
});

verifies("logs:follow:polling", async () => {
  logs.write(name, "one\ntwo\n");
  const first = await lines("?count=1");
  expect(texts(first)).toEqual(["two"]);
  const after = async (cursor: string) => lines(`?after=${encodeURIComponent(cursor)}`);
  const nothing = await after(first.after);
  expect(nothing).toMatchObject({ lines: [], isRotated: false });
  logs.append(name, "three\nfo");
  const open = await after(nothing.after);
  expect(open.lines).toMatchObject([
    { number: 2, text: "three", isOpen: false },
    { number: 3, text: "fo", isOpen: true },
  ]);
  logs.append(name, "ur\n");
  const whole = await after(open.after);
  expect(whole.lines).toMatchObject([{ number: 3, text: "four", isOpen: false }]);
  expect(whole.lines[0].offset).toBe(open.lines[1].offset);
});

verifies("logs:follow:polling", "lines written since are read in pages, without a gap", async () => {
  logs.write(name, "begin\n");
  let { after } = await lines();
  logs.append(name, Array.from({ length: 5_000 }, (_, place) => `line ${place} ${"x".repeat(100)}\n`).join(""));
  const found: string[] = [];
  for (;;) {
    const page = await lines(`?count=700&after=${encodeURIComponent(after)}`);
    if (page.lines.length === 0) break;
    found.push(...page.lines.map(({ text }: { text: string }) => text.split(" ")[1]));
    after = page.after;
  }
  expect(found).toEqual(Array.from({ length: 5_000 }, (_, index) => String(index)));
});

test("an endless line is skipped in chunks, in both directions", async () => {
  logs.write(
    name,
    Buffer.concat([Buffer.from("first\n"), Buffer.alloc(20 * 1024 * 1024, "x"), Buffer.from("\nlast\n")]),
  );
  const forwards: string[] = [];
  for (let query = "?from=0&count=1"; ; ) {
    const page = await lines(query);
    if (page.lines.length === 0) break;
    forwards.push(...texts(page).map((text) => text.slice(0, 5)));
    query = `?count=1&after=${encodeURIComponent(page.after)}`;
  }
  expect(forwards).toEqual(["first", "xxxxx", "xxxxx", "xxxxx", "last"]);
  const backwards: string[] = [];
  for (let before: string | null = ""; before !== null; ) {
    const page = await lines(`?count=1${before && `&before=${encodeURIComponent(before)}`}`);
    backwards.push(...texts(page).map((text) => text.slice(0, 5)));
    before = page.before;
  }
  expect(backwards[0]).toBe("last");
  expect(backwards.at(-1)).toBe("first");
  expect(backwards.length).toBeLessThan(7);
});

test("an invalid count, position, or number is rejected", async () => {
  for (const query of ["?count=0", "?count=2001", "?from=-1", "?from=x", "?before=x", "?after=x"])
    expect(await service.admin("GET", `/svc/api/logs/${name}/lines${query}`), query).toRefuseWith("input_invalid");
});
