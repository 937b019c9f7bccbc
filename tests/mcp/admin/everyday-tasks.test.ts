import { afterAll, expect } from "vitest";
import { aStore, storeAccount } from "../../backups/support/a-store.ts";
import { aFile, aReleaseSetup, fullAccess } from "../../builds/support/a-release-setup.ts";
import { changePassword } from "../../support/changed-password.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { type Around, aRecipe, doTask, everydayTasks } from "../support/everyday-tasks.ts";

/**
 * Ten tasks of an administrator, played as a model would: it knows names, titles and descriptions of the tools, the instructions and the
 * answers. It starts at the default address. Getting a group of tools that isn't loaded counts as a call; waiting for a process doesn't.
 */
const store = await aStore();
const server = await aReleaseSetup(
  testService,
  "production",
  [aFile("Contacts", { records: 1 }), aFile("Orders"), aFile("Archive")],
  true,
  {
    closeGraceSeconds: 0,
    world: {
      clients: [
        { userName: "Ada Moreno", computerName: "desk", files: [{ database: "Orders", account: "Admin" }] },
        { userName: "Ben Okafor", computerName: "iPad", files: [{ database: "Archive", account: "Admin" }] },
        { userName: "Cleo Ito", computerName: "mac", files: [{ database: "Archive", account: "Admin" }] },
      ],
      schedules: [{ name: "Daily", backupType: { resourceType: "ALL_DB" } }],
    },
  },
);
const { service } = server;
afterAll(async () => {
  await server.stop();
  await store.close();
});

const post: Around["post"] = async (path, json) => {
  const { status, body, text } = await server.post(path, json);
  expect(status, text).toBeLessThan(300);
  return body.response;
};

const around: Around = {
  baseUrl: service.baseUrl,
  now: () => service.clock.now(),
  post,
  fileState: async (name) => (await server.get(`databases/${name}`)).body.response.database.state,
  async makeShopFail() {
    await service.aKey({ label: "Shop", database: "Archive.fmp12", user: "Admin", pass: fullAccess.password });
    changePassword(service.sandbox, "Archive", "Admin", "another-pass");
  },
  reasonOfShop: /wrong account or password/,
  async makeBackup() {
    const account = { access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey };
    await post("settings/offsite/remotes", { remote_name: "Store", endpoint: store.endpoint, ...account });
    const place = { remote_name: "store", bucket_name: "fm-backups", remote_path: "production" };
    await post("settings/offsite/schedules", { name: "Nightly", ...place });
    const { body } = await server.post("settings/offsite/schedules/Nightly/run", {});
    await server.ended(body.response.processId);
  },
  makeKeyOfContacts: () =>
    service.aKey({ database: "Contacts.fmp12", isOData: true, user: "Admin", pass: fullAccess.password }),
  script: "Before",
  ended: (id) => server.ended(id),
};
await aRecipe(around);

for (const kind of ["newer", "older"] as const) {
  for (const task of everydayTasks(around)) {
    verifies("mcp:admin:everyday", `${task.sentence} (${kind} client)`, async () => {
      if (kind === "newer") await task.prepare?.();
      await doTask(task, kind, around, await service.anAdminKey());
    });
  }
}
