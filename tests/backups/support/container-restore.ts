import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { callouts } from "#shared/node/callouts.ts";
import { systemClock } from "#shared/node/clock.ts";
import { restoreContainers } from "../../../local-agent/backups/restore/restore-containers.ts";
import { hostAt } from "../../../local-agent/host.ts";
import type { FileServers } from "../../../local-agent/server/file-server.ts";
import { runSteps } from "../../../local-agent/tasks/steps.ts";
import { openTaskJournal } from "../../../local-agent/tasks/task-journal.ts";
import { storeAccount } from "./a-store.ts";

/** Restore of an external container folder on which several agent processes work, one after the other. */
export interface ContainerRestoreAt {
  /** FileMaker Server's folder. */
  readonly server: string;
  /** Folder of the agent's journals. */
  readonly agent: string;
  /** Container folder. */
  readonly folder: string;
  /** The store's address, under a public host name. */
  readonly endpoint: string;
  /** Snapshot that has the files, if they are stored in blocks. Without it, they are stored as plain files. */
  readonly snapshot?: TaskFields<"backups.restore-containers">["snapshot"];
}

const processId = 7;

/** Starts the restore, or continues it. @throws if it doesn't succeed */
export async function done({ server, agent, folder, endpoint, snapshot }: ContainerRestoreAt): Promise<void> {
  const { signal } = new AbortController();
  const reached = callouts({ isAllowed: (address) => address === "127.0.0.1", addressesOf: async () => ["127.0.0.1"] });
  const journal = openTaskJournal(agent, processId);
  const place = { origin: endpoint, region: "eu-central-1", addressing: "path", ...storeAccount } as const;
  const fields: TaskFields<"backups.restore-containers"> = {
    ...{ server: null, number: 1, to: { kind: "here" }, networks: [], floorBytes: 0 },
    store: { ...place, bucket: "fm-backups", folder: "production" },
    ...(snapshot !== undefined && { snapshot }),
  };
  const ended = await runSteps(
    { journal, aborting: signal, stopping: signal, failed: (text) => console.error(text) },
    (steps) =>
      restoreContainers.run(fields, {
        ...steps,
        ...{ process: processId, host: hostAt(server), folder: agent, clock: systemClock, backupMs: 0, signal },
        servers: (() => ({ containerFolders: async () => [folder] })) as unknown as FileServers,
        callouts: () => reached,
        confirmed: async () => undefined,
        progress: () => undefined,
        say: () => undefined,
        tool: () => Promise.reject(new Error("It needs no tool")),
      }),
  );
  journal.close();
  if (ended.state !== "done") throw new Error(`It has ended as ${ended.state}: ${ended.reason}`);
}
