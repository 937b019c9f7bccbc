import {
  type CommandName,
  commands,
  type FieldsOf,
  isCommand,
  type ReplyOf,
} from "../shared/contract/agent/command.ts";
import type { Outcome } from "../shared/contract/agent/message.ts";
import { browserCommands } from "./browser/browser-commands.ts";
import type { Removals } from "./browser/removals.ts";
import type { HostUploads } from "./browser/uploads.ts";
import type { Clock } from "./clock.ts";
import { entryOf, listFiles } from "./commands/list-files.ts";
import { readRange } from "./commands/read-range.ts";
import { reportHost } from "./commands/report-host.ts";
import { runFmsadmin } from "./commands/run-fmsadmin.ts";
import { type ByteRoad, sendRange } from "./commands/send-range.ts";
import type { Host } from "./host.ts";
import { logCommands } from "./logs/read-logs.ts";
import { look } from "./operations/look.ts";
import { pathOf } from "./place.ts";
import { Refused, refusedBy } from "./refused.ts";
import { trashCommands } from "./trash/trash-commands.ts";
import type { FileServers } from "./work/file-server.ts";
import type { Worker } from "./work/worker.ts";

export interface Workplace {
  readonly host: Host;
  readonly clock: Clock;
  /** What an fmsadmin command has (FMSADMIN_TIMEOUT_IN_SEC). */
  readonly fmsadminMs: number;
  readonly road: ByteRoad;
  /** What takes long is done there. */
  readonly works: Pick<Worker, "start" | "abort">;
  /** FileMaker Server, for an account. */
  readonly servers: FileServers;
  /** Files on their way here. */
  readonly uploads: HostUploads;
  /** Folders on their way from here. */
  readonly removals: Removals;
}

/** What one request tells of itself while it is worked on. */
export interface Work {
  /** A program was started for it, which may outlive the agent. */
  readonly started: (pid: number) => void;
}

type Commands = {
  readonly [Name in CommandName]: (fields: FieldsOf<Name>, work: Work) => Promise<ReplyOf<Name>>;
};

/** Does what is named in the catalogue of commands, and refuses everything else (R7.3). */
export function catalogue({ host, clock, fmsadminMs, road, uploads, removals, works, servers }: Workplace) {
  const known: Commands = {
    "host.report": () => reportHost(host),
    "file.list": (fields) => listFiles(host, fields),
    "file.stat": async (place) => entryOf(await pathOf(host, place), place.path.split("/").at(-1) ?? ""),
    "file.readRange": (fields) => readRange(host, fields),
    "file.sendRange": (fields) => sendRange(host, fields, road),
    ...browserCommands({ host, clock, road, uploads, removals }),
    ...logCommands(host, clock),
    "work.look": (fields) => look(host, servers, fields),
    "work.start": async (offer) => works.start(offer),
    "work.abort": async (owner) => {
      works.abort(owner);
      return {};
    },
    ...trashCommands(host, clock),
    "fmsadmin.run": (fields, { started }) => runFmsadmin(host, fields, { clock, timeoutMs: fmsadminMs, started }),
  };

  return async (command: string, fields: unknown, work: Work): Promise<Outcome> => {
    try {
      if (!isCommand(command)) throw new Refused("unknown-command", `this agent does not know ${command}`);
      const checked = commands[command].request.safeParse(fields);
      if (!checked.success) throw new Refused("unknown-command", `${command} takes other fields`);
      const perform = known[command] as (fields: unknown, work: Work) => Promise<unknown>;
      return { ok: true, reply: await perform(checked.data, work) };
    } catch (thrown) {
      const { fault, message } = refusedBy(thrown);
      return { ok: false, fault, text: message };
    }
  };
}
