import { readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { refusalPage, refusedText } from "#shared/oauth/sign-in/pages.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aClient, contacts, someServers } from "./support/browser.ts";

const guide = readFileSync(new URL("../../docs/guides/mcp-sign-in.md", import.meta.url), "utf8");
const service = await testService({ decorate: (platform) => ({ ...platform, oauthResources: someServers(contacts) }) });
afterAll(() => service.stop());

const host = "https://fms.example.com";
/** Returns the guide's code blocks in one language. */
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text = ""]) => text);

verifies("oauth:guide:true", async () => {
  const [metadata = ""] = blocks("json");
  const call = blocks("sh").find((text) => text.includes("oauth-protected-resource")) ?? "";
  const [, path = ""] = new RegExp(`${host}(\\S+)`).exec(call) ?? [];
  const { body } = await service.raw("GET", path);
  expect(body).toEqual(JSON.parse(metadata.replaceAll(host, service.baseUrl)));

  await aClient(service).tokens();
  const key = await service.anAdminKey();
  const listing = blocks("sh").find((text) => text.includes("ADMIN_KEY")) ?? "";
  const [, listPath = ""] = new RegExp(`${host}(\\S+)`).exec(listing) ?? [];
  const { grants } = (await service.raw("GET", listPath, { key })).body.response;
  expect(grants).toHaveLength(1);
  const [, endPath = ""] = /`DELETE (\S+)`/.exec(guide) ?? [];
  expect(await service.raw("DELETE", endPath.replace("{id}", grants[0].id), { key })).toSucceed();
});

verifies(
  "oauth:guide:true",
  "the guide's sentences are those of the pages, and its times those of the settings",
  async () => {
    const pages = ["invalid_client", "invalid_redirect_uri", "session_not_found"].map((error) =>
      refusalPage({ error }).html.replaceAll("&#39;", "'"),
    );
    const shown = [refusedText, ...pages].join("\n");
    const quoted = [...guide.matchAll(/“([^”]+)”/g)].flatMap(([, text = ""]) => text.split(" … "));
    expect(quoted.length).toBeGreaterThan(3);
    for (const text of quoted) expect(shown).toContain(text);
    const { accessTokenMs, idleMs, absoluteMs } = service.runtime.platform.oauthLimits;
    for (const text of [
      `${accessTokenMs / 60_000} minutes`,
      `${idleMs / 86_400_000} days`,
      `${absoluteMs / 86_400_000} days`,
    ])
      expect(guide).toContain(text);
  },
);
