import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { servers } from "./support/servers.ts";

const service = await testService();
afterAll(() => service.stop());
const { aServer, aTool, send } = servers(service);

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

verifies("mcp:servers:definition", "a server and its tools have the fields of the reference", async () => {
  const made = await aServer("Shop-1", { name: "Shop", description: "Orders", filename: "contacts" });
  expect(made).toMatchObject({
    ...{ slug: "Shop-1", name: "Shop", filename: "contacts.fmp12", description: "Orders", is_active: true },
    ...{ created_at: moment, updated_at: moment, created_by: "account:admin" },
  });
  const tool = await aTool("Shop-1", { input_schema: { text: { type: "string", required: true } } });
  expect(tool).toMatchObject({
    ...{ id: expect.any(Number), mcp_server_slug: "Shop-1", name: "Echo", script_name: "Echo", is_active: true },
    input_schema: { text: { type: "string", isArray: false, required: true } },
    ...{ created_at: moment, updated_at: moment },
  });
  expect(await send("GET", `/Shop-1/tools/${tool.id}`)).toEqual(tool);
  expect(await send("GET", "/Shop-1/tools")).toEqual({ tools: [tool] });
  const read = await send("GET", "/Shop-1");
  expect(read.tools).toMatchObject([{ id: tool.id, name: "Echo", is_active: true }]);
  expect(read.tools[0]).not.toHaveProperty("input_schema");
  expect((await send("GET", "")).servers).toMatchObject([{ slug: "Shop-1" }]);
});

verifies("mcp:servers:definition", "fields that an update omits stay unchanged", async () => {
  await aServer("updates", { description: "before" });
  const { id } = await aTool("updates", { timeout_s: 60 });
  const server = await send("PATCH", "/updates", { updates: { name: "Renamed", allowed_tables: ["Contacts"] } });
  expect(server).toMatchObject({
    name: "Renamed",
    description: "before",
    allowed_tables: ["Contacts"],
    slug: "updates",
  });
  const tool = await send("PATCH", `/updates/tools/${id}`, { is_active: false });
  expect(tool).toMatchObject({ is_active: false, timeout_s: 60, name: "Echo" });
  const moved = await send("PATCH", "/updates", { updates: { slug: "moved" } });
  expect(moved).toMatchObject({ slug: "moved", name: "Renamed" });
  expect(await service.admin("GET", "/svc/api/mcp-servers/updates")).toRefuseWith("mcp_server_not_found");
  expect((await send("GET", "/moved/tools")).tools).toMatchObject([{ id, mcp_server_slug: "moved" }]);
});

verifies("mcp:records:off", "record tools without a table are rejected and change nothing", async () => {
  const before = await aServer("records");
  expect(before).toMatchObject({ data_tools: "off", allowed_tables: [] });
  for (const data_tools of ["read", "read-write"]) {
    const change = { updates: { name: "Other", data_tools } };
    expect(await service.admin("PATCH", "/svc/api/mcp-servers/records", change)).toRefuseWith("mcp_tables_missing");
    const made = { name: "More", slug: "more", filename: "Contacts", data_tools };
    expect(await service.admin("POST", "/svc/api/mcp-servers", made)).toRefuseWith("mcp_tables_missing");
  }
  expect(await send("GET", "/records")).toMatchObject(before);
  expect(await service.admin("GET", "/svc/api/mcp-servers/more")).toRefuseWith("mcp_server_not_found");
  const on = { data_tools: "read", allowed_tables: ["Contacts"] };
  expect(await send("PATCH", "/records", { updates: on })).toMatchObject(on);
  expect(
    await service.admin("PATCH", "/svc/api/mcp-servers/records", { updates: { allowed_tables: [] } }),
  ).toRefuseWith("mcp_tables_missing");
});

verifies("mcp:servers:definition", "deleting a server deletes its tools, and a deleted tool is gone", async () => {
  await aServer("gone");
  const { id } = await aTool("gone");
  expect(await send("DELETE", `/gone/tools/${id}`)).toEqual({ ok: true });
  expect(await service.admin("GET", `/svc/api/mcp-servers/gone/tools/${id}`)).toRefuseWith("mcp_tool_not_found");
  expect(await send("DELETE", "/gone")).toEqual({ ok: true });
  expect(await service.admin("GET", "/svc/api/mcp-servers/gone/tools")).toRefuseWith("mcp_server_not_found");
  expect(await service.admin("DELETE", "/svc/api/mcp-servers/gone")).toRefuseWith("mcp_server_not_found");
});

verifies("mcp:servers:slug", async () => {
  await aServer("Sales");
  const create = { name: "Other", slug: "sales", filename: "Orders" };
  expect(await service.admin("POST", "/svc/api/mcp-servers", create)).toRefuseWith("mcp_server_exists");
  await aServer("other");
  const rename = { updates: { slug: "SALES" } };
  expect(await service.admin("PATCH", "/svc/api/mcp-servers/other", rename)).toRefuseWith("mcp_server_exists");
  expect(await send("GET", "/sALES")).toMatchObject({ slug: "Sales" });
  const wrong = await service.admin("POST", "/svc/api/mcp-servers", { ...create, slug: "a b" });
  expect(wrong).toRefuseWith("input_invalid");
});

verifies("mcp:tools:names", "a chosen name is kept, and an existing one is rejected", async () => {
  await aServer("names");
  const first = await aTool("names", { name: "Zählung der Kunden!" });
  expect(first).toMatchObject({ mcp_name: "zahlung_der_kunden", title: "Zählung der Kunden!" });
  const second = await aTool("names", { name: "zahlung der kunden" });
  expect(second.mcp_name).toBe(`zahlung_der_kunden_${second.id}`);
  const taken = { name: "x", description: "x".repeat(20), script_name: "Echo", input_schema: {} };
  for (const mcp_name of ["Zahlung_der_Kunden", "query_records"])
    expect(await service.admin("POST", "/svc/api/mcp-servers/names/tools", { ...taken, mcp_name })).toRefuseWith(
      "mcp_tool_exists",
    );
  expect(await send("PATCH", `/names/tools/${first.id}`, { mcp_name: "count" })).toMatchObject({ mcp_name: "count" });
  expect(await send("PATCH", `/names/tools/${first.id}`, { name: "Other" })).toMatchObject({ mcp_name: "count" });
  expect(await send("PATCH", `/names/tools/${first.id}`, { mcp_name: null })).toMatchObject({ mcp_name: "other" });
});

verifies("mcp:tools:described", async () => {
  await aServer("described");
  expect(await aTool("described", { description: "short" })).toMatchObject({ is_active: false });
  const body = { name: "x", description: "short", script_name: "Echo", input_schema: {}, is_active: true };
  const made = await service.admin("POST", "/svc/api/mcp-servers/described/tools", body);
  expect(made.status, made.text).toBe(200);
  const advice = { code: 0, text: expect.stringContaining("`description`: shorter than 20 characters") };
  expect(made.body.messages.slice(1)).toEqual([advice]);
  const { id } = made.body.response;
  const path = `/svc/api/mcp-servers/described/tools/${id}`;
  const changed = await service.admin("PATCH", path, { description: "E" });
  expect(changed.body.messages.slice(1)).toEqual([advice]);
  const described = await service.admin("PATCH", path, { description: "Echoes the given text unchanged." });
  expect(described.body.messages).toHaveLength(1);
});

verifies("mcp:tools:script-names", async () => {
  await aServer("scripts");
  for (const script_name of ["a@b", "a & b", "a/b", "1st", "FMSID:3"]) {
    const body = { name: "x", script_name, input_schema: {} };
    const refused = await service.admin("POST", "/svc/api/mcp-servers/scripts/tools", body);
    expect(refused, script_name).toRefuseWith("mcp_script_not_callable");
  }
});

verifies("mcp:tools:schema", async () => {
  await aServer("schemas");
  const input_schema = {
    zebra: { type: "string", enumValues: ["a", "b"], required: true, description: "One of two" },
    apple: { type: "number", isArray: true },
    middle: { type: "boolean" },
  };
  const { json_schema, input_schema: stored } = await aTool("schemas", { input_schema });
  expect(Object.keys(stored)).toEqual(["zebra", "apple", "middle"]);
  expect(JSON.stringify(json_schema)).toBe(
    '{"type":"object","properties":{"zebra":{"type":"string","enum":["a","b"],"description":"One of two"},"apple":{"type":"array","items":{"type":"number"}},"middle":{"type":"boolean"}},"required":["zebra"],"additionalProperties":false}',
  );
  for (const wrong of [
    { "a b": { type: "string" } },
    { a: { type: "date" } },
    { a: { type: "boolean", isArray: true } },
  ]) {
    const body = { name: "x", script_name: "Echo", input_schema: wrong };
    expect(await service.admin("POST", "/svc/api/mcp-servers/schemas/tools", body)).toRefuseWith("input_invalid");
  }
});

verifies("mcp:tools:schema", "a parameter can be a whole number or a date, with limits and a default", async () => {
  const input_schema = {
    count: { type: "number", isInteger: true, minimum: 1, maximum: 10, defaultValue: 5 },
    day: { type: "string", format: "date", required: true },
    from: { type: "string", format: "date-time" },
    loud: { type: "boolean", defaultValue: false },
    kind: { type: "string", enumValues: ["a", "b"], defaultValue: "a" },
  };
  const { json_schema, input_schema: stored } = await aTool("schemas", { name: "Ruled", input_schema });
  expect(stored).toMatchObject(input_schema);
  expect(json_schema.properties).toEqual({
    count: { type: "integer", minimum: 1, maximum: 10, default: 5 },
    day: { type: "string", format: "date" },
    from: { type: "string", format: "date-time" },
    loud: { type: "boolean", default: false },
    kind: { type: "string", enum: ["a", "b"], default: "a" },
  });
  for (const wrong of [
    { größe: { type: "string" } },
    { a: { type: "string", minimum: 1 } },
    { a: { type: "number", format: "date" } },
    { a: { type: "number", minimum: 2, maximum: 1 } },
    { a: { type: "number", maximum: 1, defaultValue: 2 } },
    { a: { type: "number", isInteger: true, defaultValue: 1.5 } },
    { a: { type: "string", format: "date", defaultValue: "2026-02-30" } },
    { a: { type: "string", enumValues: ["a"], defaultValue: "b" } },
    { a: { type: "boolean", required: true, defaultValue: true } },
  ]) {
    const body = { name: "x", script_name: "Echo", input_schema: wrong };
    const answer = await service.admin("POST", "/svc/api/mcp-servers/schemas/tools", body);
    expect(answer, JSON.stringify(wrong)).toRefuseWith("input_invalid");
    if ("größe" in wrong) expect(answer.text).toContain("letters A to Z");
  }
});

verifies("mcp:tools:hidden-text", async () => {
  const hidden = "\u200b\u202e\u{e0041}\u0007\u2066\ufeff";
  const { name } = await aServer("hidden", { name: `Sa${hidden}les` });
  expect(name).toBe("Sales");
  const tool = await aTool("hidden", {
    name: `Find${hidden} customer`,
    description: `Finds a customer${hidden} by a name.\r\nOr none.`,
    input_schema: { name: { type: "string", description: `A${hidden} name`, enumValues: [`a${hidden}`] } },
  });
  expect(tool).toMatchObject({
    name: "Find customer",
    mcp_name: "find_customer",
    description: "Finds a customer by a name.\nOr none.",
    input_schema: { name: { description: "A name", enumValues: ["a"] } },
  });
});
