import type { TaskKind } from "../../tasks/task-context.ts";
import { storeAt } from "../store-at.ts";
import { fetchDatabases } from "./fetch-databases.ts";
import { restoreTo } from "./restore-to.ts";

/** Restores databases of a backup to this host: into a folder that appears once it is complete, or into one zip for download. */
export const restoreBackup: TaskKind<"backups.restore"> = {
  files: ({ to }) => [to.kind === "folder" ? `restored ${to.folder}?` : `download ${to.download}?`],

  run({ store, networks, folder, snapshot, files, withContainers, floorBytes, to }, context) {
    return restoreTo(to, context, async (into) => {
      const at = storeAt(store, networks, context);
      await fetchDatabases({ at, folder, snapshot, files, withContainers, floorBytes }, context, into);
      return null;
    });
  },
};
