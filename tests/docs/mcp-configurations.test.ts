import { readFileSync } from "node:fs";
import { expect } from "vitest";
import {
  type Connection,
  clients,
  configurationOf,
} from "../../console/src/features/mcp/connect/client-configurations.ts";
import { run } from "../mcp/support/programs.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { runShell } from "./code-runners.ts";

const guide = (name: string) => readFileSync(new URL(`../../docs/guides/${name}.md`, import.meta.url), "utf8");
const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, block = ""]) => block);

const sales: Connection = { name: "sales", url: "https://fms.example.com/svc/mcp/sales", isSignedIn: false };
const latchkey: Connection = {
  name: "latchkey",
  url: "https://fms.example.com/svc/admin-mcp",
  isSignedIn: false,
  keyStart: "ak_",
};

for (const [name, connection] of [
  ["mcp-servers", sales],
  ["mcp-admin", latchkey],
] as const)
  verifies("mcp:console:connect", `the console offers the configuration of the guide ${name}`, async () => {
    const text = guide(name);
    const json = blocks(text, "json").map((block) => JSON.parse(block));
    const configured = (client: (typeof clients)[number]) => configurationOf(client, connection).text;
    expect(json).toContainEqual(JSON.parse(configured("vs-code")));
    expect(json).toContainEqual(JSON.parse(configured("claude-desktop")));
    expect(text).toContain(`\n${configured("claude-code")}\n`);
    expect(text).toContain(`\n${configured("codex")}\n`);
    expect(text).toContain(`\n${configured("inspector")}\n`);
  });

verifies(
  "mcp:protocol:clients",
  "The commands for the Inspector and mcporter in the guides work as written.",
  async () => {
    const service = await testService();
    const { name, url } = sales;
    const slug = name;
    await service.admin("POST", "/svc/api/mcp-servers", { name, slug, filename: "Contacts.fmp12" });
    await service.admin("POST", `/svc/api/mcp-servers/${slug}/tools`, {
      ...{ name: "Find customer", description: "Finds customers by a part of their name.", script_name: "Echo" },
      input_schema: { name: { type: "string", required: true } },
    });
    const keys = { dk_: await service.aKey({ isOData: true }), ak_: await service.anAdminKey() };
    const tried = async (page: string) => {
      const printed: string[] = [];
      for (const [line] of guide(page).matchAll(/^npx .*$/gm)) {
        const here = line
          .replace(new URL(url).origin, service.baseUrl)
          .replace(/([da]k_)…/, (_, start: keyof typeof keys) => keys[start]);
        const words = (await runShell(`npx() { printf '%s\\n' "$@"; }\n${here}`, {})).trim().split("\n");
        const isMcporter = words[0] === "mcporter";
        const more = isMcporter ? ["--allow-http"] : [];
        const { code, out, errors } = await run(isMcporter ? "mcporter" : "inspector", [...words.slice(1), ...more]);
        expect(code, `${here}: ${errors}`).toBe(0);
        printed.push(out);
      }
      return printed;
    };
    expect(await tried("mcp-servers")).toEqual([
      expect.stringContaining('"find_customer"'),
      expect.stringMatching(/^\{\s*"name": "Ada"\s*\}\s*$/),
    ]);
    expect(await tried("mcp-admin")).toEqual([
      expect.stringContaining('"list_files"'),
      expect.stringContaining("Contacts.fmp12"),
    ]);
    await service.stop();
  },
);

verifies("mcp:console:connect", "mcporter accepts an address without TLS only with an option", async () => {
  const { text } = configurationOf("mcporter", { ...sales, url: "http://127.0.0.1:3400/svc/mcp/sales" });
  expect(text).toBe(
    'npx mcporter list --http-url http://127.0.0.1:3400/svc/mcp/sales --allow-http --header "Authorization=Bearer dk_…"',
  );
});

verifies("mcp:console:connect", "a user who signs in needs no key", async () => {
  for (const client of clients) {
    const { text } = configurationOf(client, { ...sales, isSignedIn: true });
    expect(text).toContain(sales.url);
    expect(text).not.toMatch(/dk_|Authorization|KEY/);
  }
});
