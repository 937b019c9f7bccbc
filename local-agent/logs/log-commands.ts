import type { CommandName, FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { hostLogFolders } from "./host-log-folders.ts";

type LogCommand = Extract<CommandName, `log.${string}`>;
type LogCommands = { readonly [Name in LogCommand]: (fields: FieldsOf<Name>) => Promise<ReplyOf<Name>> };

/** Commands for FileMaker Server's logs: searching and counting happen here, next to the bytes. */
export function logCommands(host: Host, clock: Clock): LogCommands {
  const backend = fileLogBackend(hostLogFolders(host), clock);
  return {
    "log.list": async () => ({ logs: [...(await backend.list())] }),
    "log.readRange": async ({ name, start, length, id }) => {
      const { file, bytes } = orNotFound(await backend.read(name, start, length));
      // A log that is shorter than what was already read was emptied and restarted.
      if (id !== undefined && (id !== file.id || start > file.sizeBytes))
        throw new Refused("rotated", "the log was rotated or cleared");
      return {
        bytes: bytes.toString("base64"),
        sizeBytes: file.sizeBytes,
        modifiedAt: file.modifiedAt,
        id: file.id,
      };
    },
    "log.clear": async ({ name }) => ({ clearedBytes: orNotFound(await backend.clear(name)) }),
    "log.lines": async ({ name, ...query }) => {
      const page = orNotFound(await backend.lines(name, query));
      return { ...page, lines: [...page.lines] };
    },
    "log.search": async ({ name, ...query }) => {
      const page = orNotFound(await backend.search(name, query));
      return { ...page, records: page.records.map((record) => ({ ...record, more: [...record.more] })) };
    },
    "log.around": async ({ name, ...query }) => {
      const page = orNotFound(await backend.around(name, query));
      return { ...page, records: page.records.map((record) => ({ ...record, more: [...record.more] })) };
    },
  };
}

function orNotFound<T>(found: T | undefined): T {
  if (found === undefined) throw new Refused("not-found", "log not found");
  return found;
}
