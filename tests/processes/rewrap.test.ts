import { afterAll, expect } from "vitest";
import type { Process } from "#shared/processes/contract.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { finalProcess } from "./support/final-process.ts";

const service = await testService();
afterAll(() => service.stop());

const start = async (kind: string): Promise<Process> => {
  const accepted = await service.admin("POST", "/svc/api/processes", { kind });
  expect(accepted.status).toBe(202);
  return finalProcess(service, accepted.body.response.processId);
};
const texts = async (id: number): Promise<string[]> =>
  (await service.admin("GET", `/svc/api/processes/${id}/log`)).body.response.lines.map(
    ({ text }: { text: string }) => text,
  );

verifies("processes:view:by-id", async () => {
  await service.aKey();
  const process = await start("keys.rewrap");
  expect(process).toMatchObject({
    kind: "keys.rewrap",
    state: "done",
    phase: "Processes",
    phases: expect.arrayContaining(["Data API keys", "Admin API keys", "Agents", "Webhooks", "Processes"]),
    unit: "items",
    startedBy: "account:admin",
    reason: null,
    canAbort: false,
  });
  expect(await texts(process.id)).toEqual(["Re-encrypted: 0", "Done"]);
});

verifies("processes:view:by-id", "leftovers of uploads are deleted as a process", async () => {
  const { blobs } = service.runtime.platform.blobs;
  const name = "uploads/1/0193471f-5e5b-7c1d-9a40-2f6f1f0f9d11/0001";
  await blobs.put(
    name,
    (async function* () {
      yield Buffer.from("left over");
    })(),
  );
  const process = await start("uploads.tidy");
  expect(process).toMatchObject({ state: "done", done: 1, total: 1, unit: "parts" });
  expect(await texts(process.id)).toEqual(["Deleted parts: 1", "Done"]);
  expect(await blobs.head(name)).toBeUndefined();
});

verifies(
  "processes:state:final-once",
  "secrets that no master key can decrypt are named, and the others are re-encrypted",
  async () => {
    const { table } = service.runtime.platform;
    const [lost] = (await table.query({ pk: "keys#data", limit: 1 })).items;
    if (lost === undefined) throw new Error("There is no key");
    const sealedPass = String(lost.fields.sealedPass).replace(/^(v\d\.)[^.]+/, "$1of-a-lost-key");
    await table.update({ pk: lost.pk, sk: lost.sk }, { set: { sealedPass } });
    const reason = `No master key can decrypt the secrets of: data key ${lost.fields.id}`;
    const process = await start("keys.rewrap");
    expect(process).toMatchObject({ state: "doneWithErrors", reason, phase: "Processes" });
    expect(await texts(process.id)).toEqual([reason, "Done with errors"]);
  },
);
