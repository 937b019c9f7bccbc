import { afterAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { finalProcess } from "./support/final-process.ts";

const home = await house();
afterAll(() => home.stop());

verifies("processes:view:by-id", async () => {
  await home.aKey();
  const accepted = await home.admin("POST", "/svc/api/processes", { kind: "keys.rewrap" });
  expect(accepted.status).toBe(202);
  const { processId } = accepted.body.response;
  expect(await finalProcess(home, processId)).toMatchObject({
    id: processId,
    kind: "keys.rewrap",
    state: "done",
    phase: "Admin API Keys",
    phases: ["Data API Keys", "Admin API Keys"],
    unit: "keys",
    startedBy: "account:admin",
    reason: null,
    canAbort: false,
  });
  const log = await home.admin("GET", `/svc/api/processes/${processId}/log`);
  expect(log.body.response.lines.map(({ text }: { text: string }) => text)).toEqual([
    "0 passwords were sealed again",
    "Done",
  ]);
});
