import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { systemClock } from "#shared/node/clock.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { aFile, aReleaseSetup } from "../../builds/support/a-release-setup.ts";
import { withPhoto } from "../../deployments/support/two-servers.ts";
import { testService } from "../../support/test-service.ts";
import { aStore, storeAccount } from "./a-store.ts";
import { filesIn } from "./followed-guide.ts";

const at = "settings/offsite";
export const offsitePlace = { remote_name: "store", bucket_name: "fm-backups", remote_path: "production" };

/**
 * Sets up a server whose backups the schedule Nightly sends to a store in this layout, and that can restore them. `start` starts its
 * service.
 */
export async function anOffsiteSetup(
  layout: "files" | "blocks",
  folder = offsitePlace.remote_path,
  start: typeof testService = testService,
) {
  const place = { ...offsitePlace, remote_path: folder };
  const store = await aStore();
  const databases = [withPhoto(aFile("Contacts", { records: 2 }), "photo.jpg"), aFile("Orders", { records: 1 })];
  const server = await aReleaseSetup((options) => start(options), "production", databases);
  await server.post(`${at}/remotes`, {
    ...{ remote_name: "Store", endpoint: store.endpoint, bucket_name: offsitePlace.bucket_name },
    ...{ access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey },
  });
  const recoveryKey: string = layout === "blocks" ? (await server.post(`${at}/recovery-key`)).body.response.text : "";
  const { status } = await server.post(`${at}/schedules`, { name: "Nightly", ...place, layout });
  expect(status).toBe(200);

  const schedule = async () => (await server.get(`${at}/schedules`)).body.response.schedules[0];
  const settled = async () => {
    for (;;) {
      const row = await schedule();
      if (row.running === false && row.last_drill?.ended_at !== null) return row;
      await server.service.clock.sleep(20);
    }
  };
  const [table] = server.service.sandbox.world.database("Contacts")?.tables.values() ?? [];

  return {
    ...{ server, store, schedule, settled, recoveryKey },
    client: storeClient({
      address: storeAddress(store.endpoint, undefined, "auto"),
      credentials: storeAccount,
      call: store.reached.call,
      clock: systemClock,
    }),

    /** Backs up and sends in a separate minute. Returns the schedule's newest run. */
    async backedUp() {
      await server.service.turn(60_000);
      const { body } = await server.post(`${at}/schedules/Nightly/run`);
      const process = await server.ended(body.response.processId);
      expect(process, await server.log(process.id)).toMatchObject({ state: "done" });
      return (await settled()).last_run;
    },

    asked: (path: string, more: object = {}) =>
      server.get(`${at}/${path}?${new URLSearchParams({ ...place, ...more })}`),

    async restored(body: object) {
      const { status: taken, body: answer } = await server.post(`${at}/restores`, { ...place, ...body });
      expect(taken, JSON.stringify(answer)).toBe(202);
      const process = await server.ended(answer.response.processId);
      return { ...answer.response, process, log: await server.log(process.id) };
    },

    /** Puts these files into FileMaker Server's external container folder, which is sent from now on. Returns the folder's path. */
    async withContainerFolder(files: Readonly<Record<string, string>>) {
      const containers = server.at("External containers");
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(containers, name)), { recursive: true });
        writeFileSync(join(containers, name), content);
      }
      const { folders } = server.service.sandbox.world.server.settings;
      Object.assign(folders, { additionalRemoteContainerFolderPath: containers });
      await server.service.admin("PATCH", `/svc/api/${at}/schedules/Nightly`, {
        include_external_container_data_1: true,
      });
      return containers;
    },

    /** Restores the sent container files, or undoes that. */
    async containersRestored(path: "" | "/undo", body: object) {
      const { status: taken, body: answer } = await server.post(`${at}/restores/containers${path}`, body);
      expect(taken, JSON.stringify(answer)).toBe(202);
      const process = await server.ended(answer.response.processId);
      return { ...answer.response, process, log: await server.log(process.id) };
    },

    async drilled() {
      const { status: taken, body } = await server.post(`${at}/schedules/Nightly/drill`);
      expect(taken, JSON.stringify(body)).toBe(202);
      await server.ended(body.response.processId);
      return (await settled()).last_drill;
    },

    photosOf: (file: string) => filesIn(server.at("Data", "Databases", "RC_Data_FMS", file, "Files")),

    /** Sets the number of records in Contacts. */
    setRecords(count: number) {
      for (const id of table?.records.keys() ?? []) if (id > count) table?.records.delete(id);
    },

    async stop() {
      await server.stop();
      await store.close();
    },
  };
}
