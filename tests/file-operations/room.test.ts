import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, expect } from "vitest";
import { finalProcess } from "../processes/support/final-process.ts";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { anOperatingHouse, opener } from "./support/an-operating-house.ts";

const { blocks, bsize } = statfsSync(tmpdir());
const place = await anOperatingHouse(
  (sandbox) => house({ sandbox }),
  {
    admin: { accounts: [{ name: "admin", password: "admin-pass" }], openMilliseconds: 0 },
    databases: [
      // Holes, not bytes: a file that says it is as large as the whole disk.
      { name: "Huge", sizeBytes: blocks * bsize, accounts: [{ name: "Admin", password: "full-access-pass" }] },
      { name: "Small", accounts: [{ name: "Admin", password: "full-access-pass" }] },
    ],
  },
  null,
);
const agent = await place.agent();
afterAll(() => place.stop());

verifies("files:operations:room", "what has no room is not begun: nothing is closed, and no tool runs", async () => {
  const toolRuns = place.home.sandbox.counters.byTool.FMDeveloperTool ?? 0;
  const answer = await place.start("copy-compress", { sourceFile: "Huge", inPlace: true, ...opener });
  expect(answer).toRefuseWith("host_disk_full");
  expect(answer.status).toBe(507);
  expect(answer.text).toContain("MB are needed");
  expect((await place.home.admin("GET", "/svc/api/processes")).body.response.processes).toEqual([]);
  expect(place.home.sandbox.counters.byTool.FMDeveloperTool ?? 0).toBe(toolRuns);
  expect(place.statusOf("Huge")).toBe("NORMAL");
});

verifies(
  "files:operations:room",
  "where the disk is full in the middle, nothing half-written is left, and work goes on with room",
  async () => {
    place.actTool(`head -c 5000 /dev/zero > "$target"; echo "Error 3: No space left on device" >&2; exit 3`);
    const full = await place.run("copy-compress", { sourceFile: "Small", inPlace: true, ...opener });
    expect(full).toMatchObject({ state: "failed", reason: expect.stringContaining("No space left") });
    expect(place.statusOf("Small")).toBe("NORMAL");
    expect(place.leftovers()).toEqual([]);
    place.actTool(`cp "$2" "$target"`);
    expect(await place.run("copy-compress", { sourceFile: "Small", inPlace: true, ...opener })).toMatchObject({
      state: "done",
    });
    expect(place.statusOf("Small")).toBe("NORMAL");
  },
);

verifies("files:operations:account", async () => {
  const json = { sourceFile: "Small", inPlace: true, ...opener };
  const path = "/svc/api/fm-file/copy-compress";
  const key = await place.home.anAdminKey();
  const byKey = await place.home.raw("POST", path, { json, headers: { Authorization: `Bearer ${key}` } });
  expect(await place.ended(byKey.body.response.processId)).toMatchObject({ state: "done", startedBy: "admin-key:1" });
  // An account that is refused closes nothing.
  await agent.stop();
  const asked = await place.home.raw("POST", path, { json, headers: { Authorization: `Bearer ${key}` } });
  const { processId } = asked.body.response;
  await finalProcess(place.home, processId, ({ waitingFor }) => waitingFor !== null);
  place.home.sandbox.faults.set({ kind: "wrongPassword" });
  await place.agent({ again: true });
  await place.home.turn(15_000);
  // Keys go on while accounts are refused.
  const byTheKey = { headers: { Authorization: `Bearer ${key}` } };
  const seen = async () =>
    (await place.home.raw("GET", `/svc/api/processes/${processId}`, byTheKey)).body.response.process;
  let refused = await seen();
  while (refused.endedAt === null) refused = await seen();
  expect(refused).toMatchObject({ state: "failed", reason: expect.stringContaining("does not let the agent in") });
  expect(place.statusOf("Small")).toBe("NORMAL");
});
