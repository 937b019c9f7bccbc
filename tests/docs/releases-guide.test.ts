import { readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { contentOf, twoServers } from "../deployments/support/two-servers.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { runShell } from "./code-runners.ts";

const servers = await twoServers((options) => testService(options));
const { development, production } = servers;
afterAll(() => servers.stop());

const guide = readFileSync(new URL("../../docs/guides/releases.md", import.meta.url), "utf8");
const mark = "=== what is set";
const strictly = 'curl() { command curl --silent --show-error --fail-with-body "$@"; }\n';

/** Other services are called by a name. */
const named = (address: string) => address.replace("127.0.0.1", "localhost");

verifies("system:docs:guides", "releases, from two servers to a schedule", async () => {
  const environment = {
    DEVELOPMENT_URL: named(development.service.baseUrl),
    DEVELOPMENT_KEY: await development.service.anAdminKey(),
    PRODUCTION_URL: named(production.service.baseUrl),
    PRODUCTION_KEY: await production.service.anAdminKey(),
  };
  const scripts: unknown[] = [];
  // Blocks use the variables that the ones before have set.
  const names = new Set([...guide.matchAll(/^([A-Z]+)=/gm)].map(([, name = ""]) => name));
  const kept = [...names].map((name) => `declare -p ${name} 2>/dev/null || true\n`).join("");
  let variables = "";
  for (const section of guide.split(/^## /m).slice(1)) {
    const title = section.slice(0, section.indexOf("\n"));
    for (const [, code = ""] of section.matchAll(/^```sh\n(.*?)^```$/gms)) {
      const run = await runShell(`${strictly}${variables}${code}echo; echo "${mark}"\n${kept}`, environment);
      const [printed = "", declared = ""] = run.split(mark);
      expect(printed, `${title}: ${code}`).toMatch(/"code":0/);
      expect(printed, `${title}: ${code}`).not.toMatch(/"code":[1-9]/);
      variables = declared;
      scripts.push([title, ...(contentOf(production, "Contacts").scripts ?? [])]);
    }
  }
  expect(scripts).toEqual([
    ["Make a build", "Before"],
    ["See what has changed", "Before"],
    ["See what has changed", "Before"],
    ["Plan, and rehearse", "Before"],
    ["Plan, and rehearse", "Before"],
    ["Deploy", "After"],
    ["Go back", "Before"],
    ["Bring a build to a server that cannot fetch it", "Before"],
    ["Keep it as a recipe", "Before"],
    ["Every night", "Before"],
  ]);
});
