import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { crashingService, stopTimes } from "./crashing-service.ts";
import { clearing, list } from "./lives.ts";

const crashes = crashingService();
const service = await testService({ decorate: crashes.decorate, stopTimes });
afterAll(() => service.stop());

/** Every so many writes; `EVERY_MOMENT=1` takes all. */
const step = process.env.EVERY_MOMENT === "1" ? 1 : 7;
const passphrase = "correct horse battery staple";
const resources = {
  keys: ["/svc/api/api-key", "api-keys", ["label", "databases"], "id"],
  webhooks: ["/svc/api/webhooks", "webhooks", ["channel", "label"], "id"],
  notes: ["/svc/api/file-notes", "notes", ["filename", "excerpt"], "filename"],
} as const;
const seen = () =>
  Promise.all(Object.values(resources).map(([path, member, fields]) => list(path, member, fields)(service)));
const clear = async () => {
  for (const [path, member, , id] of Object.values(resources)) await clearing(path, member, id)(service);
};

/** Time is turned until no process is open: a worker that is gone is missed when its lease has run out. */
async function untilEnded(): Promise<void> {
  const open = async () => (await service.admin("GET", "/svc/api/processes?state=open")).body.response.processes;
  while ((await open()).length > 0) await service.turn(30_000);
}

verifies("runtime:crash:import", async () => {
  await service.aKey({ label: "shop" });
  for (const channel of ["orders", "returns"])
    await service.admin("POST", "/svc/api/webhooks", { channel, filename: "Contacts", label: channel });
  const text = { type: "text", text: "A note" };
  const document = { type: "doc", content: [{ type: "paragraph", content: [text] }] };
  await service.admin("PUT", "/svc/api/file-notes/Contacts", { document });
  const whole = await seen();
  const parts = Object.keys(resources);
  const { file } = (await service.admin("POST", "/svc/api/transfer/export", { parts, passphrase })).body.response;
  await clear();

  const start = () => service.admin("POST", "/svc/api/transfer/import", { file, passphrase });
  for (let number = 1, isWhole = false; !isWhole; number += step) {
    crashes.set({ side: "after", number });
    await start().catch(() => undefined); // Cut with the process.
    await crashes.crashOr(untilEnded());
    crashes.set(undefined);
    isWhole = !crashes.isCrashed;
    if (!isWhole) await service.restart();
    await untilEnded();
    // Nobody knows how far it came, and imports once more.
    if (!isWhole) {
      expect((await start()).status).toBeLessThan(300);
      await untilEnded();
    }
    expect(await seen(), `after write ${number}`).toEqual(whole);
    await clear();
  }
});
