import { expect, onTestFinished } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { fieldWorld } from "../support/field-world.ts";
import { bearer, connected } from "../support/sdk-clients.ts";
import { servers } from "../support/servers.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** Starts a service for a server with these switches, and returns a client of an MCP server with all of its tables. */
async function aClient(...world: Parameters<typeof fieldWorld>) {
  const service = await testService({ sandbox: { world: fieldWorld(...world) } });
  onTestFinished(() => service.stop());
  const tables = ["Invoice", "Sales Order", "CUST~open", "?HAR"];
  const options = { filename: "Field.fmp12", data_tools: "read-write", allowed_tables: tables };
  await servers(service).aServer("field", options);
  const key = await service.aKey({ databases: ["Field.fmp12"], isOData: true });
  const client = await connected({ baseUrl: service.baseUrl, slug: "field", headers: bearer(key) });
  const call = async (name: string, args: Arguments) => {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
    // biome-ignore lint/suspicious/noExplicitAny: the test asserts the type
    return { text: isError === true ? JSON.stringify(content) : undefined, content: structuredContent as any };
  };
  /** Returns the numbers of the records found, or the refusal. */
  const found = async (filter: string, table = "Invoice") => {
    const { text, content } = await call("query_records", { table, filter, select: ["nr"] });
    return text ?? content.records.map(({ nr }: { nr: number }) => nr);
  };
  return { client, call, found, service, key };
}

verifies("mcp:records:filter", "a filter with a time of day or a timestamp works", async () => {
  const { call, found } = await aClient();
  expect(await found("made ge 2026-01-03T00:00:00Z")).toEqual([3]);
  expect(await found("at eq 08:30:00 and made lt 2026-01-02T00:00:00Z")).toEqual([1]);
  expect(await found("note eq 'a:b'")).toEqual([]);
  const { content } = await call("count_records", { table: "Invoice", filter: "made lt 2026-01-03T00:00:00Z" });
  expect(content).toEqual({ count: 2 });
});

verifies("mcp:records:numbers", async () => {
  const { call } = await aClient();
  const { content } = await call("query_records", { table: "Invoice", select: ["rate", "note"] });
  expect(content.records).toMatchObject([
    { rate: 0.5, note: "at .5" },
    { rate: -0.06, note: "1" },
    { rate: 2, note: "x" },
  ]);
});

verifies("mcp:records:quoted", async () => {
  const { found } = await aClient();
  expect(await found("day ge '2026-01-03'")).toEqual([3]);
  expect(await found("'2026-01-03' le day")).toEqual([3]);
  expect(await found("status eq '1'")).toEqual([1, 3]);
  expect(await found("status in ('0','7')")).toEqual([2]);
  expect(await found("rate lt '-0.01'")).toEqual([2]);
  expect(await found("made ge '2026-01-02 08:30:00' and at eq '08:30'")).toEqual([2, 3]);
  expect(await found("made ge '2026-01-03'")).toEqual([3]);
  expect(await found("note eq '1'")).toEqual([2]);
  expect(await found("year(day) eq '2026' and nr eq 1")).toEqual([1]);
});

verifies("mcp:records:quoted", "a text that isn't such a value is refused with the right form", async () => {
  const { found } = await aClient();
  expect(await found("day ge '01/03/2026'")).toContain("day is a date: write it without quotes, such as 2026-01-31");
  expect(await found("status eq 'open'")).toContain("status is a number: write it without quotes, such as 12.5");
  expect(await found("made in ('yesterday')")).toContain("such as 2026-01-31T13:45:00Z");
  expect(await found("at eq ''")).toContain("empty fields as eq null");
});

verifies(
  "mcp:records:figures",
  "a server that refuses sums gets one question more, and the reason is given",
  async () => {
    const { call, client, service } = await aClient({ applyDefects: "byVersion" }, { version: "26.0.1.68" });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("aggregate_records");
    const count = { table: "Invoice", figures: [{ method: "count" }], filter: "status eq 1" };
    expect((await call("aggregate_records", count)).content).toEqual({ groups: [{ count: 2 }] });
    const sum = { table: "Invoice", figures: [{ method: "sum", field: "nr" }] };
    const asked = async (args: Arguments) => {
      const before = service.sandbox.counters.odataCalls;
      const { text } = await call("aggregate_records", args);
      expect(text).toContain("can't compute sums and groups. Count with count_records");
      return service.sandbox.counters.odataCalls - before;
    };
    expect(await asked(sum)).toBe(2);
    expect(await asked({ ...sum, group_by: ["status"] })).toBe(0);
  },
);

verifies("mcp:records:figures", "a server of the same version that computes is asked", async () => {
  const { call } = await aClient({ applyDefects: false }, { version: "26.0.2.100" });
  const { content } = await call("aggregate_records", { table: "Invoice", figures: [{ method: "sum", field: "nr" }] });
  expect(content).toEqual({ groups: [{ "sum(nr)": 6 }] });
});

verifies("mcp:records:reachable", async () => {
  for (const pathDecoding of ["once", "twice"] as const) {
    const { call, found, service } = await aClient({ pathDecoding });
    expect(await found("nr ge 2", "Sales Order"), pathDecoding).toEqual([2, 3]);
    const made = await call("create_record", { table: "Sales Order", values: { nr: 4, note: "a b" } });
    expect(made.text).toBeUndefined();
    const { record_id } = made.content.record;
    const before = service.sandbox.counters.odataCalls;
    const read = await call("get_record", { table: "Sales Order", record_id, select: ["note"] });
    expect(read.content.record).toMatchObject({ note: "a b" });
    // The way is known by now.
    expect(service.sandbox.counters.odataCalls - before).toBe(1);
    expect((await call("count_records", { table: "Invoice" })).content).toEqual({ count: 4 });
  }
});

verifies("mcp:records:reachable", "tables that OData can't address are named, with what to do", async () => {
  const { call, service, key } = await aClient();
  const { content } = await call("list_tables", {});
  expect(content.tables.map(({ name }: { name: string }) => name)).toEqual(["Invoice", "Sales Order"]);
  expect(content).toMatchObject({ unreachable: ["CUST~open", "?HAR"], hint: expect.stringContaining("occurrence") });
  const preview = await service.admin("POST", "/svc/api/mcp-servers/field/preview", { key });
  expect(preview.body.response.unreachable_tables).toEqual(["CUST~open", "?HAR"]);
  for (const table of ["cust~open", "?HAR"])
    expect((await call("describe_table", { table })).text).toContain("can't reach the table");
});
