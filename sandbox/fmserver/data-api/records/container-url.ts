import { hash } from "node:crypto";
import { cellOf, type LiveRecord } from "../../world/live/live-table.ts";
import type { PlacedItem } from "../../world/live/placed-item.ts";
import type { ContainerFile } from "../../world/values/cell.ts";
import type { SessionCall } from "../operation.ts";

/** Returns the address of a container's file, which is valid as long as the session. */
export function containerUrl(
  call: SessionCall,
  { field, occurrence }: PlacedItem,
  record: LiveRecord,
  repetition: number,
  file: ContainerFile,
): string {
  const location = `${call.session.streamSecret}\0${occurrence.table.name}\0${record.id}\0${field.name}\0${repetition}`;
  const key = hash("sha256", location, "hex").toUpperCase();
  call.host.dataSessions.rememberStream(key, {
    session: call.session,
    read: () => {
      if (occurrence.table.records.get(record.id) !== record) return undefined;
      const cell = cellOf(record, field.name, repetition);
      return typeof cell === "object" ? cell : undefined;
    },
  });
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(file.name)?.[0] ?? "";
  return `${call.request.origin}/Streaming_SSL/MainDB/${key}${extension}?RCType=${PROCESSORS[field.containerStorage]}`;
}

const PROCESSORS = {
  embedded: "EmbeddedRCFileProcessor",
  secure: "SecuredRCFileProcessor",
  open: "RCFileProcessor",
} as const;
