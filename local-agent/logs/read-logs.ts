import type { CommandName, FieldsOf, ReplyOf } from "../../shared/contract/agent/command.ts";
import { logPlace } from "../../shared/logs/reading/log-place.ts";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { logPlaces } from "./log-places.ts";

type LogCommand = Extract<CommandName, `log.${string}`>;
type LogCommands = { readonly [Name in LogCommand]: (fields: FieldsOf<Name>) => Promise<ReplyOf<Name>> };

/** FileMaker Server's logs: they are searched and counted here, next to their bytes. */
export function logCommands(host: Host, clock: Clock): LogCommands {
  const place = logPlace(logPlaces(host), clock);
  return {
    "log.list": async () => ({ logs: [...(await place.list())] }),
    "log.readRange": async ({ name, start, length, id }) => {
      const { file, bytes } = there(await place.read(name, start, length));
      // A log that is shorter than what was read of it was emptied and begun anew.
      if (id !== undefined && (id !== file.id || start > file.sizeBytes))
        throw new Refused("rotated", "the log was begun anew");
      return {
        bytes: bytes.toString("base64"),
        sizeBytes: file.sizeBytes,
        modifiedAt: file.modifiedAt,
        id: file.id,
      };
    },
    "log.clear": async ({ name }) => ({ clearedBytes: there(await place.clear(name)) }),
    "log.lines": async ({ name, ...wish }) => {
      const page = there(await place.lines(name, wish));
      return { ...page, lines: [...page.lines] };
    },
    "log.search": async ({ name, ...wish }) => {
      const page = there(await place.search(name, wish));
      return { ...page, records: page.records.map((record) => ({ ...record, more: [...record.more] })) };
    },
    "log.around": async ({ name, ...wish }) => {
      const page = there(await place.around(name, wish));
      return { ...page, records: page.records.map((record) => ({ ...record, more: [...record.more] })) };
    },
  };
}

function there<T>(found: T | undefined): T {
  if (found === undefined) throw new Refused("not-found", "there is no such log");
  return found;
}
