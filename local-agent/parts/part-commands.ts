import type { CommandName, FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import type { PartSource } from "#shared/agent/protocol/commands/part-commands.ts";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { checkTag, tagOf } from "../browser/entry.ts";
import { withOpenFile } from "../browser/folder.ts";
import type { FolderZips } from "../browser/folder-zips.ts";
import type { Clock } from "../clock.ts";
import type { TransferTarget } from "../commands/one-time-call.ts";
import { bytesAt } from "../commands/read-range.ts";
import type { Host } from "../host.ts";
import { hostLogFolders } from "../logs/host-log-folders.ts";
import { Refused } from "../refused.ts";
import { type PartReader, partTransfers } from "./part-transfers.ts";

type PartCommand = Extract<CommandName, `parts.${string}`>;
type PartCommands = { readonly [Name in PartCommand]: (fields: FieldsOf<Name>) => Promise<ReplyOf<Name>> };

interface PartOptions {
  readonly host: Host;
  readonly clock: Clock;
  readonly transferTarget: TransferTarget;
  readonly zips: FolderZips;
}

const chunkBytes = 262_144;

/** Commands that send files, zips and logs of the host in parts. */
export function partCommands({ host, clock, transferTarget, zips }: PartOptions): PartCommands {
  const logs = fileLogBackend(hostLogFolders(host), clock);

  async function* ofFile(
    { root, path, tag, start }: Extract<PartSource, { kind: "file" }>,
    offset: number,
    sizeBytes: number,
  ) {
    // Opened for each chunk, so that no file is kept open while the network is slow.
    for (let sent = 0; sent < sizeBytes; ) {
      const from = start + offset + sent;
      const chunk = await withOpenFile(host, { root, path }, async (file) => {
        checkTag(tagOf(await file.stat({ bigint: true })), tag);
        return bytesAt(file, from, Math.min(chunkBytes, sizeBytes - sent));
      });
      if (chunk.length === 0) throw new Refused("changed", "the file became shorter while it was being read");
      sent += chunk.length;
      yield chunk;
    }
  }

  async function* ofLog({ name, id }: Extract<PartSource, { kind: "log" }>, offset: number, sizeBytes: number) {
    for (let sent = 0; sent < sizeBytes; ) {
      const read = await logs.read(name, offset + sent, Math.min(chunkBytes, sizeBytes - sent), id);
      if (read === undefined || read.bytes.length === 0) throw new Refused("rotated", "the log was rotated or cleared");
      sent += read.bytes.length;
      yield read.bytes;
    }
  }

  const reader: PartReader = {
    read(source, offset, sizeBytes) {
      if (source.kind === "file") return ofFile(source, offset, sizeBytes);
      return source.kind === "zip" ? zips.read(source.plan, offset, sizeBytes) : ofLog(source, offset, sizeBytes);
    },
    sent(source, endOffset) {
      if (source.kind === "zip") zips.sent(source.plan, endOffset);
    },
  };
  const transfers = partTransfers({ reader, clock, transferTarget });
  return { "parts.send": (fields) => transfers.send(fields) };
}
