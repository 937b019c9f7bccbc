import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { basicOf, bearer } from "../support/sdk-clients.ts";
import { servers } from "../support/servers.ts";

const service = await testService({
  environment: { MCP_CALLS_PER_MINUTE: "10000", MCP_DESTRUCTIVE_PER_HOUR: "10000" },
});
afterAll(() => service.stop());
const { aServer } = servers(service);
await aServer("texts", { data_tools: "read-write", allowed_tables: ["Contacts"] });
const key = await service.aKey({ isOData: true, user: "api", pass: "demo-pass" });

/** Words whose joiners, variants or signs carry meaning, by what they show. */
const words = {
  nonJoiner: ["نمی\u200cخواهم", "می\u200cروم", "کتاب\u200cها", "خانه\u200cای", "এক্\u200cস"],
  joiner: ["क्\u200dष", "ශ්\u200dරී", "ര്\u200dക", "ক্\u200dষ", "ක්\u200dය"],
  emoji: [
    "👨\u200d👩\u200d👧",
    "👩🏽\u200d✈\ufe0f",
    "🏳\ufe0f\u200d🌈",
    "❤\ufe0f\u200d🔥",
    "1\ufe0f\u20e3",
    "🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
  ],
  bidi: ["שלום, world!", "قیمت ۱۲۳ EUR", "abc אבג 123", "العربية (v2.1) نص", "\u0600١٢ \u06dd١"],
  other: ["葛\u{e0100}城", "ᠠ\u180b", "សួស្តី\u200bអ្នក", "Donau\u00addampf"],
} as const;
const kinds = Object.values(words);

/** Returns a text of two to four of these words, and a number that makes it unique. */
function aText(at: number): string {
  const chosen = Array.from({ length: 2 + (at % 3) }, (_, place) => {
    const kind = kinds[(at + place) % kinds.length] ?? [];
    return kind[Math.floor(at / kinds.length + place) % kind.length];
  });
  return `${chosen.join(" ")} ${at}`;
}

const headers = { ...bearer(key), Accept: "application/json" };
const call = async (name: string, given: object) => {
  const params = { name, arguments: given };
  const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const { body } = await service.raw("POST", "/svc/mcp/texts", { headers, json });
  expect(body.result?.isError ?? false, JSON.stringify(body)).toBe(false);
  return body.result;
};
const odata = (method: string, path: string, json?: object) =>
  service.raw(method, `/svc/fmi/odata/v4/Contacts/Contacts${path}`, {
    headers: basicOf("Admin", "full-access-pass"),
    ...(json !== undefined && { json }),
  });

/** Records per test. */
const perTest = 250;

/** Performs the work for each record of a test, some at the same time. */
async function forAll<T>(work: (at: number) => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  for (let from = 0; from < perTest; from += 25)
    done.push(...(await Promise.all(Array.from({ length: 25 }, (_, at) => work(from + at)))));
  return done;
}

for (const part of [1, 2, 3, 4])
  verifies("mcp:records:round-trip", `records ${(part - 1) * perTest + 1} to ${part * perTest} of 1,000`, async () => {
    const mark = `Round trip ${part}`;
    const texts = await forAll(async (at) => {
      const text = aText((part - 1) * perTest + at);
      const { status } = await odata("POST", "", { lastName: text, firstName: mark });
      expect(status, text).toBe(201);
      return text;
    });
    expect(new Set(texts).size).toBe(perTest);

    const read: { readonly record_id: string; readonly lastName: string }[] = [];
    const query = { table: "Contacts", select: ["lastName"], filter: `firstName eq '${mark}'`, limit: 100 };
    for (let cursor: string | undefined; read.length === 0 || cursor !== undefined; ) {
      const { structuredContent, content } = await call("query_records", {
        ...query,
        ...(cursor !== undefined && { cursor }),
      });
      // Clients that read only text get the same.
      expect(JSON.parse(content[0].text).records).toEqual(structuredContent.records);
      read.push(...structuredContent.records);
      cursor = structuredContent.next_cursor;
    }
    expect(read.map(({ lastName }) => lastName).toSorted()).toEqual(texts.toSorted());

    await forAll(async (at) => {
      const { record_id, lastName } = read[at] as (typeof read)[number];
      const change = { table: "Contacts", record_id, values: { city: lastName } };
      const { confirm_token } = (await call("update_record", change)).structuredContent;
      const written = await call("update_record", { ...change, confirm_token });
      expect(written.structuredContent).toMatchObject({ done: true });
    });

    const stored = await odata("GET", `?$filter=${encodeURIComponent(`firstName eq '${mark}'`)}&$top=${perTest}`);
    const rows: readonly { readonly lastName: string; readonly city: string }[] = stored.body.value;
    expect(rows.filter(({ city, lastName }) => city === lastName)).toHaveLength(perTest);
    expect(rows.map(({ city }) => city).toSorted()).toEqual(texts.toSorted());
  });
