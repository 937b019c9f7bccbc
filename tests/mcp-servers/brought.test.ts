import { expect } from "vitest";
import { McpServerDefinition } from "#shared/mcp-servers/definition/contract.ts";
import { placeMcpServer } from "#shared/mcp-servers/definition/place-server.ts";
import type { HistoryEntry } from "#shared/mcp-servers/history/entry.ts";
import type { ServerRecord } from "#shared/mcp-servers/record.ts";
import type { McpServerStore, StoredServer } from "#shared/mcp-servers/store.ts";
import { transferredMcpServers } from "#shared/mcp-servers/transfer.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";

const clock = turnableClock();

/** Returns a store; its first `races` writes conflict with a faster writer. */
function aStore(races = 0) {
  const kept = new Map<string, StoredServer>();
  const entries: HistoryEntry[] = [];
  let [ids, left] = [0, races];
  const write = async (record: ServerRecord, entry: HistoryEntry) => {
    left -= 1;
    if (left >= 0) throw new ConditionFailed(0);
    kept.set(record.slug.toLowerCase(), { record, version: record.version });
    entries.push(entry);
  };
  const store: Pick<McpServerStore, "all" | "bySlug" | "nextId" | "create" | "change"> = {
    all: async () => [...kept.values()],
    bySlug: async (slug) => kept.get(slug.toLowerCase()),
    nextId: async () => ++ids,
    create: write,
    change: (_before, record, entry) => write(record, entry),
  };
  return { store, entries, server: (slug: string) => kept.get(slug)?.record };
}

const tool = (name: string, more: object = {}) => ({
  ...{ name, title: null, mcp_name: name, has_own_mcp_name: false, script_name: "Find", input_schema: {} },
  description: "Finds customers by a part of their name.",
  ...{ is_active: true, output_mode: "auto", timeout_s: 25, required_scope: null },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  ...more,
});
const brought = (tools: readonly object[], more: object = {}) =>
  McpServerDefinition.parse({
    ...{ slug: "sales", name: "Sales", description: null, instructions: null, is_active: true },
    ...{ data_tools: "off", allowed_tables: [], oauth_enabled: true, tools, ...more },
  });

verifies("deployments:configs:put", "an MCP server is placed once, even with a faster concurrent writer", async () => {
  const { store, entries, server } = aStore(2);
  const place = placeMcpServer({ store, clock });
  const sales = brought([tool("find"), tool("write", { is_active: false })]);
  for (let times = 0; times < 3; times += 1) expect(await place("Contacts", sales)).toBeUndefined();
  expect(server("sales")).toMatchObject({ filename: "Contacts.fmp12", version: 1, createdBy: "deployment" });
  expect(server("sales")?.tools.map(({ mcpName, isActive }) => [mcpName, isActive])).toEqual([
    ["find", true],
    ["write", false],
  ]);
  expect(entries).toHaveLength(1);
});

verifies(
  "deployments:configs:put",
  "an MCP server that breaks a rule is skipped completely, with the reason",
  async () => {
    const { store, entries } = aStore();
    const place = placeMcpServer({ store, clock });
    for (const [definition, reason] of [
      [brought([tool("find"), tool("bad", { script_name: "a@b" })]), "OData can't call"],
      [brought([tool("query_records")]), "has this name"],
      [brought([], { data_tools: "read" }), "at least one table"],
    ] as const)
      expect(await place("Contacts", definition)).toContain(reason);
    expect(entries).toEqual([]);
    expect(() => brought([tool("find"), tool("FIND")])).toThrow("two tools have the same name");
    // Texts that models read are sanitized here as well: a manifest may be handwritten.
    const [{ description } = { description: null }] = brought([
      tool("find", { description: `Finds\u200b what is asked for.` }),
    ]).tools;
    expect(description).toBe("Finds what is asked for.");
  },
);

verifies("mcp:servers:history", "a change of very many tools at once fits into the history", async () => {
  const { store, entries } = aStore();
  const place = placeMcpServer({ store, clock });
  const many = (letter: string) =>
    brought(
      Array.from({ length: 100 }, (_, at) =>
        tool(`tool_${at}`, { description: letter.repeat(1_000), title: letter.repeat(90) }),
      ),
    );
  await place("Contacts", many("a"));
  await place("Contacts", many("b"));
  const [, changed] = entries;
  expect(Buffer.byteLength(JSON.stringify(changed))).toBeLessThan(350_000);
  expect(changed?.changes.at(0)?.field).toBe("tools.tool_0.title");
  expect(changed?.changes.at(-1)?.after).toMatch(/^\d+ more changes$/);
});

verifies(
  "mcp:auth:oauth",
  "a configuration that gives a server another file ends the sign-ins with accounts of the old one",
  async () => {
    const { store } = aStore();
    await placeMcpServer({ store, clock })("Contacts", brought([tool("find")]));
    const ended: string[] = [];
    const part = transferredMcpServers({ store, clock, endSignIns: async (slug) => void ended.push(slug) });
    const replace = async (change: object) => {
      const [stored] = await part.all();
      if (stored === undefined) throw new Error("There is no server");
      await part.replace({ ...(await part.entryOf(stored)), ...change }, stored);
    };
    await replace({ name: "Renamed", filename: "CONTACTS.fmp12" });
    expect(ended).toEqual([]);
    await replace({ filename: "Orders.fmp12" });
    expect(ended).toEqual(["sales"]);
  },
);
