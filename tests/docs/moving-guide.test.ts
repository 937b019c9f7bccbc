import { afterAll, expect } from "vitest";
import type { Platform } from "../../functions/platform.ts";
import { calloutsToThisMachine } from "../builds/support/a-release-setup.ts";
import { type TestService, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { followedSections } from "./followed-sections.ts";

const decorate = (platform: Platform) => ({ ...platform, callouts: calloutsToThisMachine });
const old = await testService({ decorate });
// One installation moves, so both services use the same FileMaker Server.
const moved = await testService({ environment: { FMS_URL: old.sandbox.origin }, decorate });
afterAll(async () => {
  await old.stop();
  await moved.stop();
});
const dataKey = await old.aKey({ databases: ["Contacts"], label: "Shop" });
await old.admin("PATCH", "/svc/api/settings", { serverNickname: "Moving" });

/** Returns a service's address with a host name. */
const named = ({ baseUrl }: TestService) => baseUrl.replace("127.0.0.1", "localhost");

verifies("system:docs:guides", "moving an installation, with a file and directly to the other service", async () => {
  const environment = {
    ...{ OLD_URL: named(old), OLD_KEY: await old.anAdminKey("Of the old one") },
    ...{ NEW_URL: named(moved), NEW_KEY: await moved.anAdminKey("Of the new one") },
    ...{ DATA_KEY: dataKey, PASSPHRASE: "correct horse battery staple" },
  };
  const listed = async (path: string) => (await moved.admin("GET", `/svc/api/${path}`)).body.response;
  const seen: unknown[] = [];
  for await (const title of followedSections("moving-an-installation.md", environment)) {
    const labels = (await listed("api-key"))["api-keys"].map(({ label }: { readonly label: string }) => label);
    seen.push([title, (await listed("settings")).serverNickname, ...labels]);
    // The guide waits for this: the new service learns about keys within a minute.
    await moved.turn(61_000);
  }
  const [before, after] = [[""], ["Moving", "Shop"]];
  expect(seen).toEqual([
    ["Move with a file", ...before],
    ["Move with a file", ...before],
    ["Move with a file", ...before],
    ["Move with a file", ...after],
    ["Move with a file", ...after],
    ["Send it to the other service", ...after],
    ["Send it to the other service", ...after],
  ]);
});
