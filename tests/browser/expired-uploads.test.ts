import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { hostUploads } from "../../local-agent/browser/uploads/host-uploads.ts";
import { systemClock } from "../../local-agent/clock.ts";
import { hostAt } from "../../local-agent/host.ts";
import { trailOf } from "../support/audit-trail.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aBrowsedHost } from "./support/a-browsed-host.ts";
import { tusOf } from "./support/tus.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host, as } = browsed;
afterAll(() => browsed.remove());
const { send, begin, bring } = tusOf(browsed);
const documents = join(host.path, "Data/Documents");

verifies("browser:upload:expires", async () => {
  const location = String((await begin({ path: "documents", filename: "left.txt" }, 10)).headers.location);
  const given = String((await begin({ path: "documents", filename: "given-up.txt" }, 10)).headers.location);
  await bring(location, 0, "half");
  const drafts = () => readdirSync(documents).filter((name) => name.startsWith(".latchkey-"));
  expect(drafts()).toHaveLength(2);
  const listed = (await as("GET", "/svc/api/files", { path: "documents" })).body.response.files;
  expect(listed.some(({ name }: { readonly name: string }) => name.startsWith(".latchkey"))).toBe(false);
  expect((await send("DELETE", given)).status).toBe(204);
  expect((await send("HEAD", given)).status).toBe(404);
  expect(drafts()).toHaveLength(1);
  await service.turn(2 * 86_400_000 + 1);
  await until(() => drafts().length === 0);
  // The link had no message for days, and is opened again.
  let answer = await send("HEAD", location);
  for (; answer.status === 503; answer = await send("HEAD", location)) await service.turn(1_000);
  expect(answer.status).toBe(404);
  // The abandoned upload was deleted by a call of the service, and is recorded as such.
  const entries = () => trailOf(service)("?action=cleanUpHost");
  while ((await entries()).length === 0) await service.turn(10_000);
  const object = `host-upload:${location.slice(location.lastIndexOf("/") + 1)}`;
  expect(await entries()).toMatchObject([{ actor: "service", outcome: "done", error: null, objects: [object] }]);
});

verifies(
  "audit:entries:cleanup",
  "an upload that expires when another one starts is reported with the others",
  async () => {
    let now = 0;
    const uploads = hostUploads({
      ...{ host: hostAt(host.path), folder: scratchFolder(), clock: { ...systemClock, now: () => now } },
      transferTarget: { linkAddress: "ws://127.0.0.1:1/svc/agent", authorization: () => "" },
    });
    const [left, next] = [randomUUID(), randomUUID()];
    const fields = { root: "documents", sizeBytes: 10, isReplacing: false, floorBytes: 0 } as const;
    await uploads.begin({ ...fields, upload: left, path: "left again.txt", expiresAt: 1_000 });
    now = 1_000;
    await uploads.begin({ ...fields, upload: next, path: "next.txt", expiresAt: 2_000 });
    expect(await uploads.sweep()).toEqual([left]);
    now = 2_000;
    expect(await uploads.sweep()).toEqual([next]);
    expect(await uploads.sweep()).toEqual([]);
  },
);
