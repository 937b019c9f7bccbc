import { afterAll, expect } from "vitest";
import { aStore, storeAccount } from "../backups/support/a-store.ts";
import { contentOf, twoServers } from "../deployments/support/two-servers.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { followedSections } from "./followed-sections.ts";

const store = await aStore();
const servers = await twoServers((options) => testService(options));
const { development, production } = servers;
afterAll(async () => {
  await servers.stop();
  await store.close();
});
for (const server of [development, production])
  await server.post("settings/offsite/remotes", {
    ...{ remote_name: "demo", endpoint: store.endpoint, bucket_name: "demo" },
    ...{ access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey },
  });

/** Returns an address with a host name, by which other services are called. */
const named = (address: string) => address.replace("127.0.0.1", "localhost");

verifies("system:docs:guides", "releases, from two servers to a schedule", async () => {
  const environment = {
    DEVELOPMENT_URL: named(development.service.baseUrl),
    DEVELOPMENT_KEY: await development.service.anAdminKey(),
    PRODUCTION_URL: named(production.service.baseUrl),
    PRODUCTION_KEY: await production.service.anAdminKey(),
  };
  const scripts: unknown[] = [];
  for await (const title of followedSections("releases.md", environment))
    scripts.push([title, ...(contentOf(production, "Contacts").scripts ?? [])]);
  expect(scripts).toEqual([
    ["Create a build", "Before"],
    ["Compare two builds", "Before"],
    ["Compare two builds", "Before"],
    ["Plan the deployment", "Before"],
    ["Rehearse the deployment", "Before"],
    ["Deploy", "After"],
    ["Undo the deployment", "Before"],
    ["Send a build to a server that can't fetch it", "Before"],
    ["Send a build through a bucket", "Before"],
    ["Save a recipe", "Before"],
    ["Schedule a recipe", "Before"],
  ]);
});
