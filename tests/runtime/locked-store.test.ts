import { join } from "node:path";
import { afterAll, expect, onTestFinished } from "vitest";
import { openDataFolder } from "../../local-runtime/storage/data-folder.ts";
import { tableFileOf } from "../../local-runtime/storage/store-check.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { startChild } from "../support/programs/child-program.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
/** Service with a shorter timeout for locks than the default. */
const impatient = await testService({
  openStores(settings, clock, ids) {
    const folder = openDataFolder(settings, clock, ids);
    const table = openTable({ file: tableFileOf(settings), clock, lockWaitMs: 50 });
    const close = () => {
      table.close();
      folder.table.close();
    };
    return { ...folder, table: { ...table, close } };
  },
});
afterAll(() => Promise.all([service.stop(), impatient.stop()]));

/** Locks the file that stores keys, as another program would. Returns a function that unlocks it. */
async function locked({ dataDir }: Pick<typeof service, "dataDir">): Promise<() => Promise<void>> {
  const holder = startChild(
    new URL("../ports/children/lock-holder.ts", import.meta.url),
    join(dataDir, "latchkey.sqlite"),
  );
  onTestFinished(() => void holder.process.kill());
  await holder.lines(1);
  return async () => {
    holder.publish("free");
    expect(await holder.ended()).toMatchObject({ code: 0, errors: "" });
  };
}

verifies("runtime:data:locked", async () => {
  const key = await service.aKey();
  const call = (file?: string) => service.raw("GET", recordsPath(file), { key });
  expect(await call()).toSucceed();
  const free = await locked(service);
  const written = service.admin("POST", "/svc/api/api-key", {
    databases: ["Contacts.fmp12"],
    label: "waits",
    user: "api",
    pass: "demo-pass",
  });
  let isWritten = false;
  void written.then(() => {
    isWritten = true;
  });
  for (let times = 0; times < 20; times += 1) {
    expect(await call()).toSucceed();
    await service.turn(1_000);
  }
  expect(isWritten).toBe(false);
  await free();
  expect(await written).toSucceed();
  expect((await service.admin("GET", "/svc/api/api-key")).body.response["api-keys"]).toContainEqual(
    expect.objectContaining({ label: "waits" }),
  );
});

verifies("runtime:data:locked", "a request that needs a session isn't delayed by it either", async () => {
  const key = await service.aKey({ databases: ["Orders"] });
  expect((await service.admin("GET", `/svc/api/api-key/${key}`)).status).toBe(200);
  const free = await locked(service);
  expect(await service.raw("GET", recordsPath("Orders.fmp12"), { key })).toSucceed();
  await free();
});

verifies("runtime:data:locked", "a write that has waited too long says so", async () => {
  const key = await impatient.aKey();
  const free = await locked(impatient);
  const refused = await impatient.admin("DELETE", `/svc/api/api-key/${key}`);
  expect(refused).toRefuseWith("store_unavailable");
  expect(refused.headers["retry-after"]).toBe("5");
  expect(await impatient.logs()).toContain("Another program has locked the store's file");
  await free();
  expect((await impatient.admin("DELETE", `/svc/api/api-key/${key}`)).status).toBe(200);
});
