import { afterAll, expect } from "vitest";
import type { Platform } from "../../functions/platform.ts";
import { aStore } from "../backups/support/a-store.ts";
import { takesEveryMoment } from "../support/crashes/every-moment.ts";
import type { Answer } from "../support/http/call.ts";
import { type TestService, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { crashingService, stopTimes } from "./crashing-service.ts";
import { type Life, livesWith } from "./lives.ts";

const store = await aStore();
const reached = (platform: Platform): Platform => ({ ...platform, callouts: store.reached });
const crashes = crashingService();
/** Service into which a configuration is imported. `source`: the service that it comes from. */
const service = await testService({ decorate: (platform) => crashes.decorate(reached(platform)), stopTimes });
const source = await testService({ isOneMachine: true, decorate: reached });
afterAll(async () => {
  await service.stop();
  await source.stop();
  await store.close();
});

/** Tests one write in this number; `EVERY_MOMENT=1` tests all. */
const step = takesEveryMoment ? 1 : 13;
const passphrase = "correct horse battery staple";
const nickname = (serverNickname: string) => (at: TestService) =>
  at.admin("PATCH", "/svc/api/settings", { serverNickname });

/** Imported entities by the parts that contain them. */
const things: readonly Pick<Life, "steps" | "seen" | "clear">[] = [
  ...["a note", "a Data API Key", "a webhook", "a schedule", "a notification destination", "an alert"],
  ...["a deployment recipe", "a backup location and a schedule that uses it"],
].map((name) => {
  const life = livesWith(store.endpoint).find((one) => one.name === name);
  if (life === undefined) throw new Error(`There is no life of ${name}`);
  return life;
});
const parts = ["settings", "keys", "webhooks", "notes", "locations", "notifications", "alerts", "recipes", "schedules"];

for (const { steps } of things) {
  const made = await steps[0]?.(source, []);
  expect(made?.status, made?.text).toBeLessThan(300);
}
await nickname("Moved")(source);
const nothing = await seen();

async function seen(): Promise<unknown> {
  const { serverNickname } = (await service.admin("GET", "/svc/api/settings")).body.response;
  return { serverNickname, things: await Promise.all(things.map((thing) => thing.seen(service))) };
}

async function clear(): Promise<void> {
  for (const thing of things) await thing.clear(service);
  await nickname("")(service);
}

/** Turns the clock until no process is open: a missing worker is noticed when its lease has expired. */
async function untilEnded(): Promise<void> {
  const open = async () => (await service.admin("GET", "/svc/api/processes?state=open")).body.response.processes;
  while ((await open()).length > 0) await service.turn(30_000);
}

/** Imports everything with a service that ends at any of its writes, and repeats it if the result is unknown. */
async function finished(start: () => Promise<Answer>): Promise<void> {
  await start();
  await untilEnded();
  const whole = await seen();
  expect(whole).toMatchObject({ serverNickname: "Moved" });
  expect(whole).not.toEqual(nothing);
  await clear();
  for (let number = 1, isWhole = false; !isWhole; number += step) {
    crashes.set({ side: "after", number });
    await crashes.unlessCut(start());
    await crashes.crashOr(untilEnded());
    crashes.set(undefined);
    isWhole = !crashes.isCrashed;
    if (!isWhole) await service.restart();
    await untilEnded();
    if (!isWhole) {
      const again = await start();
      expect(again.status, again.text).toBeLessThan(300);
      await untilEnded();
    }
    expect(await seen(), `after write ${number}`).toEqual(whole);
    await clear();
  }
}

const exported = async (): Promise<string> =>
  (await source.admin("POST", "/svc/api/transfer/export", { parts, passphrase })).body.response.file;

verifies("runtime:crash:import", async () => {
  const file = await exported();
  await finished(() =>
    service.admin("POST", "/svc/api/transfer/import", { file, passphrase, parts, existing: "replace" }),
  );
});

verifies("runtime:crash:import", "an import from another service is completed in the same way", async () => {
  const adminApiKey = await service.anAdminKey();
  await finished(() => {
    const serverUrl = `http://target.example.com:${new URL(service.baseUrl).port}`;
    return source.admin("POST", "/svc/api/transfer/send", { serverUrl, adminApiKey, parts, existing: "replace" });
  });
});

verifies("runtime:crash:import", "an interrupted preview has changed nothing, and shows the same again", async () => {
  const file = await exported();
  const preview = () =>
    service.admin("POST", "/svc/api/transfer/preview", { file, passphrase, parts, existing: "replace" });
  const { entries } = (await preview()).body.response;
  expect(entries.length).toBeGreaterThan(things.length);
  for (let number = 1, isWhole = false; !isWhole; number += 1) {
    crashes.set({ side: "after", number });
    await crashes.unlessCut(preview());
    crashes.set(undefined);
    isWhole = !crashes.isCrashed;
    if (!isWhole) await service.restart();
    expect((await preview()).body.response.entries).toEqual(entries);
    expect(await seen()).toEqual(nothing);
  }
});
