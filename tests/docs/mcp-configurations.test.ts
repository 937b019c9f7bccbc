import { readFileSync } from "node:fs";
import { expect } from "vitest";
import {
  type Connection,
  clients,
  configurationOf,
} from "../../console/src/features/mcp/connect/client-configurations.ts";
import { verifies } from "../support/verifies.ts";

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
  verifies("mcp:console:connect", `the console has what the guide ${name} says`, async () => {
    const text = guide(name);
    const json = blocks(text, "json").map((block) => JSON.parse(block));
    const configured = (client: (typeof clients)[number]) => configurationOf(client, connection).text;
    expect(json).toContainEqual(JSON.parse(configured("vs-code")));
    expect(json).toContainEqual(JSON.parse(configured("claude-desktop")));
    expect(text).toContain(`\n${configured("claude-code")}\n`);
    expect(text).toContain(`\n${configured("codex")}\n`);
    expect(text).toContain(`\n${configured("inspector")}\n`);
  });

verifies("mcp:console:connect", "who signs in is asked for no key", async () => {
  for (const client of clients) {
    const { text } = configurationOf(client, { ...sales, isSignedIn: true });
    expect(text).toContain(sales.url);
    expect(text).not.toMatch(/dk_|Authorization|KEY/);
  }
});
