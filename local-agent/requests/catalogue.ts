import { type CommandName, commands, type FieldsOf, isCommand, type ReplyOf } from "#shared/agent/protocol/command.ts";
import type { Outcome } from "#shared/agent/protocol/message.ts";
import { backupLooks } from "../backups/find-backups.ts";
import { browserCommands } from "../browser/browser-commands.ts";
import { folderZips } from "../browser/folder-zips.ts";
import type { Removals } from "../browser/removals.ts";
import type { HostUploads } from "../browser/uploads/host-uploads.ts";
import { buildCommands } from "../builds/build-commands.ts";
import type { Clock } from "../clock.ts";
import { entryOf, listFiles } from "../commands/list-files.ts";
import type { TransferTarget } from "../commands/one-time-call.ts";
import { readRange } from "../commands/read-range.ts";
import { reportHost } from "../commands/report-host.ts";
import { runFmsadmin } from "../commands/run-fmsadmin.ts";
import { sendRange } from "../commands/send-range.ts";
import { deploymentCommands } from "../deployments/deployment-commands.ts";
import { pathOf } from "../disk/host-location.ts";
import type { Finding } from "../finding.ts";
import type { Host } from "../host.ts";
import { logCommands } from "../logs/log-commands.ts";
import { precheck } from "../operations/precheck.ts";
import { partCommands } from "../parts/part-commands.ts";
import { pluginCommands } from "../plugins/plugin-commands.ts";
import { Refused, refusedBy } from "../refused.ts";
import type { FileServers } from "../server/file-server.ts";
import { statisticsCommands } from "../statistics/statistics-commands.ts";
import type { Worker } from "../tasks/worker.ts";
import { trashCommands } from "../trash/trash-commands.ts";

export interface CatalogueDependencies {
  readonly host: Host;
  readonly clock: Clock;
  /** Timeout of an fmsadmin command in milliseconds (FMSADMIN_TIMEOUT_IN_SEC). */
  readonly fmsadminMs: number;
  readonly transferTarget: TransferTarget;
  /** Runs long tasks. */
  readonly worker: Pick<Worker, "start" | "abort">;
  /** Opens FileMaker Server with an account. */
  readonly servers: FileServers;
  /** Uploads to this host. */
  readonly uploads: HostUploads;
  /** Deletions on this host. */
  readonly removals: Removals;
  /** Checks everything that the agent needs on this host. */
  readonly check: () => Promise<readonly Finding[]>;
  /** Returns the number of restarts of the agent in the last 24 hours. */
  readonly restarts: () => number;
}

/** Callbacks of one running request. */
export interface RequestProgress {
  /** Called when a program was started for it, which may outlive the agent. */
  readonly started: (pid: number) => void;
}

type Commands = {
  readonly [Name in CommandName]: (fields: FieldsOf<Name>, work: RequestProgress) => Promise<ReplyOf<Name>>;
};

/** Runs the commands of the catalog, and rejects everything else. */
export function catalogue({
  host,
  clock,
  fmsadminMs,
  transferTarget,
  uploads,
  removals,
  worker,
  servers,
  check,
  restarts,
}: CatalogueDependencies) {
  const zips = folderZips(host, clock, transferTarget);
  const known: Commands = {
    "host.report": async () => ({ ...(await reportHost(host)), restarts: restarts() }),
    "host.check": async () => ({ findings: [...(await check())] }),
    "file.list": (fields) => listFiles(host, fields),
    "file.stat": async (location) => entryOf(await pathOf(host, location), location.path.split("/").at(-1) ?? ""),
    "file.readRange": (fields) => readRange(host, fields),
    "file.sendRange": (fields) => sendRange(host, fields, transferTarget),
    ...browserCommands({ host, clock, transferTarget, uploads, zips, removals }),
    ...partCommands({ host, clock, transferTarget, zips }),
    ...logCommands(host, clock),
    ...statisticsCommands(host, clock),
    "work.look": (fields) => precheck(host, servers, fields),
    "work.start": async (offer) => worker.start(offer),
    "work.abort": async (owner) => {
      worker.abort(owner);
      return {};
    },
    ...trashCommands(host, clock),
    ...pluginCommands(host, clock),
    ...buildCommands(host, uploads),
    ...deploymentCommands({ host, clock, servers }),
    "backups.look": backupLooks({ host, clock, servers }),
    "fmsadmin.run": (fields, { started }) => runFmsadmin(host, fields, { clock, timeoutMs: fmsadminMs, started }),
  };

  return async (command: string, fields: unknown, progress: RequestProgress): Promise<Outcome> => {
    try {
      if (!isCommand(command)) throw new Refused("unknown-command", `this agent doesn't support ${command}`);
      const checked = commands[command].request.safeParse(fields);
      if (!checked.success) throw new Refused("unknown-command", `invalid input for ${command}`);
      const perform = known[command] as (fields: unknown, progress: RequestProgress) => Promise<unknown>;
      return { ok: true, reply: await perform(checked.data, progress) };
    } catch (thrown) {
      const { fault, message } = refusedBy(thrown);
      return { ok: false, fault, text: message };
    }
  };
}
