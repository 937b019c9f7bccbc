import { createHash, randomUUID } from "node:crypto";
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
  readonly tag: string;
  usedAt: number;
  /** Open zip, if it is read in parts. */
  stream: ZipStream | undefined;
}

/** Zip that was read up to an offset. */
interface ZipStream {
  readonly bytes: AsyncGenerator<Uint8Array>;
  offset: number;
  /** Bytes that were read and belong to the next part. */
  rest: Uint8Array;
}

/** Folders as zips that are created while they are sent: uncompressed, so that their length is known in advance. */
export interface FolderZips {
  plan(location: FieldsOf<"browser.planZip">): Promise<ReplyOf<"browser.planZip">>;
  send(fields: FieldsOf<"browser.sendZip">): Promise<ReplyOf<"browser.sendZip">>;
  /** Yields a part. Fast in order; another part is found by creating the zip again from its beginning. @throws Refused */
  read(plan: string, offset: number, sizeBytes: number): AsyncIterable<Uint8Array>;
  /** Ends a plan whose zip was sent up to its end. */
  sent(plan: string, endOffset: number): void;
}

export function folderZips(host: Host, clock: Clock, transferTarget: TransferTarget): FolderZips {
  const plans = new Map<string, Plan>();

  const planned = (id: string): Plan => {
    const plan = plans.get(id);
    if (plan === undefined) throw new Refused("not-found", "the folder listing has expired");
    plan.usedAt = clock.now();
    return plan;
  };

  const open = ({ entries }: Plan): ZipStream => ({
    bytes: zipBytes(zipEntries(host, entries), { level: 0 }),
    offset: 0,
    rest: Buffer.alloc(0),
  });

  return {
    async plan(location) {
      for (const [id, { usedAt }] of plans) if (clock.now() - usedAt > plannedMs) plans.delete(id);
      const entries = await entriesOf(host, location);
      const tag = tagOfEntries(entries);
      const files = entries.filter(({ file }) => file !== undefined).length;
      const [same, samePlan] = [...plans].find(([, one]) => one.tag === tag) ?? [];
      if (same !== undefined && samePlan !== undefined)
        return { plan: same, sizeBytes: planned(same).sizeBytes, files, tag };
      if (plans.size >= maxPlans) throw new Refused("in-use", "other folders are being prepared for download");
      const sizeBytes = storedZipLength(zipEntries(host, entries));
      const plan = randomUUID();
      plans.set(plan, { entries, sizeBytes, tag, usedAt: clock.now(), stream: undefined });
      return { plan, sizeBytes, files, tag };
    },

    async send({ plan: id, ...to }) {
      const plan = planned(id);
      plans.delete(id);
      const stream = Readable.from(open(plan).bytes, { objectMode: false });
      await sendBytes(stream, plan.sizeBytes, to, transferTarget);
      return { sentBytes: plan.sizeBytes };
    },

    async *read(id, offset, sizeBytes) {
      const plan = planned(id);
      const stream = plan.stream?.offset === offset ? plan.stream : open(plan);
      // An error or an abandoned part leaves no stream: the next part creates the zip again.
      plan.stream = undefined;
      if (stream.offset < offset) for await (const _ of bytesFrom(stream, offset - stream.offset));
      for await (const bytes of bytesFrom(stream, sizeBytes)) {
        plan.usedAt = clock.now();
        yield bytes;
      }
      plan.stream = stream;
    },

    sent(id, endOffset) {
      if (plans.get(id)?.sizeBytes === endOffset) plans.delete(id);
    },
  };
}

/** Yields the next bytes of a zip. */
async function* bytesFrom(stream: ZipStream, sizeBytes: number): AsyncGenerator<Uint8Array, void> {
  for (let leftBytes = sizeBytes; leftBytes > 0; ) {
    if (stream.rest.length === 0) {
      const next = await stream.bytes.next();
      if (next.done === true) throw new Refused("changed", "the folder became smaller");
      stream.rest = next.value;
    }
    const bytes = stream.rest.subarray(0, leftBytes);
    stream.rest = stream.rest.subarray(bytes.length);
    stream.offset += bytes.length;
    leftBytes -= bytes.length;
    if (bytes.length > 0) yield bytes;
  }
}

/** Returns a value that changes if a file below the folder is added, changed or removed. */
function tagOfEntries(entries: readonly Entry[]): string {
  const hash = createHash("sha256");
  for (const { location, inZip, modifiedAt, file } of entries)
    hash.update(JSON.stringify([location.root, location.path, inZip, modifiedAt.getTime(), file ?? null]));
  return hash.digest("base64url");
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
