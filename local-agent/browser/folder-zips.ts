import { randomUUID } from "node:crypto";
import { lstat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { zipFiles } from "#shared/agent/protocol/commands/browser-commands.ts";
import { HostPath } from "#shared/agent/protocol/host-path.ts";
import { storedZipLength, type ZipEntry, zipBytes } from "#shared/zip/zip-stream.ts";
import type { Clock } from "../clock.ts";
import type { TransferTarget } from "../commands/one-time-call.ts";
import { bytesAt } from "../commands/read-range.ts";
import { sendBytes } from "../commands/send-bytes.ts";
import type { HostLocation } from "../disk/host-location.ts";
import { namesIn } from "../disk/undecoded-names.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { checkTag, entryFrom, tagOf } from "./entry.ts";
import { isDraft, isForeignLink, withFolder, withOpenFile } from "./folder.ts";

/** Milliseconds that a plan stays valid. */
const plannedMs = 5 * 60_000;
const maxPlans = 4;
const chunkBytes = 262_144;

interface Entry {
  readonly location: HostLocation;
  readonly inZip: string;
  readonly modifiedAt: Date;
  /** Undefined for a folder. */
  readonly file: { readonly sizeBytes: number; readonly tag: string } | undefined;
}

interface Plan {
  readonly entries: readonly Entry[];
  readonly sizeBytes: number;
  readonly plannedAt: number;
}

/** Folders as zips that are created while they are sent: uncompressed, so that their length is known in advance. */
export interface FolderZips {
  plan(location: FieldsOf<"browser.planZip">): Promise<ReplyOf<"browser.planZip">>;
  send(fields: FieldsOf<"browser.sendZip">): Promise<ReplyOf<"browser.sendZip">>;
}

export function folderZips(host: Host, clock: Clock, transferTarget: TransferTarget): FolderZips {
  const plans = new Map<string, Plan>();

  return {
    async plan(location) {
      for (const [id, { plannedAt }] of plans) if (clock.now() - plannedAt > plannedMs) plans.delete(id);
      if (plans.size >= maxPlans) throw new Refused("in-use", "other folders are being prepared for download");
      const entries = await entriesOf(host, location);
      const sizeBytes = storedZipLength(zipEntries(host, entries));
      const plan = randomUUID();
      plans.set(plan, { entries, sizeBytes, plannedAt: clock.now() });
      return { plan, sizeBytes, files: entries.filter(({ file }) => file !== undefined).length };
    },

    async send({ plan: id, ...to }) {
      const plan = plans.get(id);
      if (plan === undefined) throw new Refused("not-found", "the folder listing has expired");
      plans.delete(id);
      const stream = Readable.from(zipBytes(zipEntries(host, plan.entries), { level: 0 }), { objectMode: false });
      await sendBytes(stream, plan.sizeBytes, to, transferTarget);
      return { sentBytes: plan.sizeBytes };
    },
  };
}

/** Returns all files and folders below a folder, without symbolic and hard links. */
async function entriesOf(host: Host, top: HostLocation): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  const name = top.path.slice(top.path.lastIndexOf("/") + 1) || top.root;
  const waiting: HostLocation[] = [top];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const { root, path } = at;
    await withFolder(host, at, async (folder) => {
      for (const child of await namesIn(folder.here)) {
        const location = { root, path: path === "" ? child : `${path}/${child}` };
        // Names that our paths can't express aren't the same on all systems.
        if (isDraft(child) || !HostPath.safeParse(location.path).success) continue;
        const stats = await lstat(folder.at(child), { bigint: true });
        const { kind, sizeBytes, modifiedAt, tag } = entryFrom(stats, child);
        if (kind === "other" || (kind === "file" && isForeignLink(root, stats))) continue;
        if (entries.length >= zipFiles) throw new Refused("wrong-kind", `the folder has more than ${zipFiles} files`);
        const inZip = `${name}/${location.path.slice(top.path === "" ? 0 : top.path.length + 1)}`;
        const file = kind === "file" ? { sizeBytes, tag } : undefined;
        entries.push({ location, inZip, modifiedAt: new Date(modifiedAt), file });
        if (kind === "folder") waiting.push(location);
      }
    });
  }
  return entries;
}

/** Returns zip entries that are read when it is their turn. */
function zipEntries(host: Host, entries: readonly Entry[]): readonly ZipEntry[] {
  return entries.map(({ location, inZip, modifiedAt, file }) =>
    file === undefined
      ? { name: `${inZip}/`, modifiedAt, sizeBytes: 0, bytes: async function* () {} }
      : { name: inZip, modifiedAt, sizeBytes: file.sizeBytes, bytes: () => bytesOf(host, location, file) },
  );
}

/** Yields a file as planned, or fails the stream. */
async function* bytesOf(host: Host, location: HostLocation, { sizeBytes, tag }: NonNullable<Entry["file"]>) {
  for (let sent = 0; sent < sizeBytes; ) {
    const start = sent;
    const piece = await withOpenFile(host, location, async (file) => {
      checkTag(tagOf(await file.stat({ bigint: true })), tag);
      return bytesAt(file, start, Math.min(chunkBytes * 16, sizeBytes - start));
    });
    if (piece.length === 0) throw new Refused("changed", "a file became shorter");
    sent += piece.length;
    yield piece;
  }
}
