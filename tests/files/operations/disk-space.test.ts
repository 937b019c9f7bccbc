import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, expect } from "vitest";
import { finalProcess } from "../../processes/support/final-process.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFileOperationSetup, opener } from "./support/a-file-operation-setup.ts";

const { blocks, bsize } = statfsSync(tmpdir());
const setup = await aFileOperationSetup(
  (sandbox) => testService({ sandbox }),
  {
    admin: { accounts: [{ name: "admin", password: "admin-pass" }], openMilliseconds: 0 },
    databases: [
      // Holes instead of bytes: a sparse file as large as the whole disk.
      { name: "Huge", sizeBytes: blocks * bsize, accounts: [{ name: "Admin", password: "full-access-pass" }] },
      { name: "Small", accounts: [{ name: "Admin", password: "full-access-pass" }] },
    ],
  },
  null,
);
const agent = await setup.agent();
afterAll(() => setup.stop());

verifies(
  "files:operations:room",
  "without enough space nothing starts: nothing is closed, and no tool runs",
  async () => {
    const toolRuns = setup.service.sandbox.counters.byTool.FMDeveloperTool ?? 0;
    const answer = await setup.start("copy-compress", { sourceFile: "Huge", inPlace: true, ...opener });
    expect(answer).toRefuseWith("host_disk_full");
    expect(answer.status).toBe(507);
    expect(answer.text).toContain("MB are required");
    expect((await setup.service.admin("GET", "/svc/api/processes")).body.response.processes).toEqual([]);
    expect(setup.service.sandbox.counters.byTool.FMDeveloperTool ?? 0).toBe(toolRuns);
    expect(setup.statusOf("Huge")).toBe("NORMAL");
  },
);

verifies(
  "files:operations:room",
  "if the disk fills up in the middle, no partial file is left, and work continues when there is space",
  async () => {
    setup.actTool(`head -c 5000 /dev/zero > "$target"; echo "Error 3: No space left on device" >&2; exit 3`);
    const full = await setup.run("copy-compress", { sourceFile: "Small", inPlace: true, ...opener });
    expect(full).toMatchObject({ state: "failed", reason: expect.stringContaining("No space left") });
    expect(setup.statusOf("Small")).toBe("NORMAL");
    expect(setup.orphans()).toEqual([]);
    setup.actTool(`cp "$2" "$target"`);
    expect(await setup.run("copy-compress", { sourceFile: "Small", inPlace: true, ...opener })).toMatchObject({
      state: "done",
    });
    expect(setup.statusOf("Small")).toBe("NORMAL");
  },
);

verifies("files:operations:account", async () => {
  const json = { sourceFile: "Small", inPlace: true, ...opener };
  const path = "/svc/api/fm-file/copy-compress";
  const key = await setup.service.anAdminKey();
  const byKey = await setup.service.raw("POST", path, { json, headers: { Authorization: `Bearer ${key}` } });
  expect(await setup.ended(byKey.body.response.processId)).toMatchObject({ state: "done", startedBy: "admin-key:1" });
  // A rejected account closes nothing.
  await agent.stop();
  const asked = await setup.service.raw("POST", path, { json, headers: { Authorization: `Bearer ${key}` } });
  const { processId } = asked.body.response;
  await finalProcess(setup.service, processId, ({ waitingFor }) => waitingFor !== null);
  setup.service.sandbox.faults.set({ kind: "wrongPassword" });
  await setup.agent({ again: true });
  await setup.service.turn(15_000);
  // Keys still work while accounts are rejected.
  const byTheKey = { headers: { Authorization: `Bearer ${key}` } };
  const seen = async () =>
    (await setup.service.raw("GET", `/svc/api/processes/${processId}`, byTheKey)).body.response.process;
  let refused = await seen();
  while (refused.endedAt === null) {
    await setup.service.clock.sleep(20);
    refused = await seen();
  }
  expect(refused).toMatchObject({ state: "failed", reason: expect.stringContaining("rejected the agent's sign-in") });
  expect(setup.statusOf("Small")).toBe("NORMAL");
});
