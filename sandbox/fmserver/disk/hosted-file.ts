import {
  closeSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type FileHeader, fileBytes, headerPage, PAGE_BYTES, readFileBody, readHeader } from "../file/file-body.ts";
import type { Host } from "../host.ts";
import { currentDefinition } from "../world/live/current-definition.ts";
import type { LiveDatabase } from "../world/live/live-database.ts";
import type { Database } from "../world/schema/database-schema.ts";
import { hostingRoots } from "./hosting-roots.ts";
import { writeContainers } from "./remote-containers.ts";
import { isWithin, outOfNotation } from "./server-folder.ts";

/** Returns the path of a hosted file on disk; undefined without a folder, or if the world's path is outside of it and of the hosting folders. */
export function hostedPath(host: Host, { name, definition }: LiveDatabase): string | undefined {
  if (host.folder === undefined) return undefined;
  const path = join(outOfNotation(definition.folder ?? host.world.definition.server.databaseFolder), `${name}.fmp12`);
  return [host.folder, ...hostingRoots(host)].some((root) => isWithin(root, path)) ? path : undefined;
}

/** Writes the current content of a file; while it is open, its first page says so. */
export function writeHosted(host: Host, database: LiveDatabase): void {
  const path = hostedPath(host, database);
  if (path === undefined) return;
  writeFileOf(path, currentDefinition(database));
  writeContainers(path, database);
  if (database.status === "CLOSED") database.diskStamp = stampOf(path);
  else markOpen(path, true);
}

/** Stores an uploaded file in its place, regardless of its content, and deletes the file that it replaces. */
export function receiveHosted(host: Host, database: LiveDatabase, bytes: Buffer, before: string | undefined): void {
  const path = hostedPath(host, database);
  if (before !== undefined && before !== path) rmSync(before, { force: true });
  if (path === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes, { mode: 0o664 });
  database.diskStamp = stampOf(path);
}

/** Writes a file atomically, with the size in its definition. */
export function writeFileOf(path: string, definition: Database): void {
  const bytes = fileBytes(definition);
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, bytes, { mode: 0o664 });
  // Sparse, not filled with zeros: a world can claim gigabytes.
  truncateSync(draft, Math.max(bytes.length, Math.ceil(definition.sizeBytes / PAGE_BYTES) * PAGE_BYTES));
  renameSync(draft, path);
}

/** Sets the mark in a file's first page that a server has it open; nothing else changes. */
export function markOpen(path: string, isOpen: boolean): void {
  const header = readHeader(readStart(path, PAGE_BYTES));
  if (header === undefined || header.isOpen === isOpen) return;
  const handle = openSync(path, "r+");
  try {
    writeSync(handle, headerPage({ ...header, isOpen }), 0, PAGE_BYTES, 0);
  } finally {
    closeSync(handle);
  }
}

/** Returns the content of a file, without its unused space. */
export function readFileOf(path: string): FileOnDisk {
  const header = readHeader(readStart(path, PAGE_BYTES));
  const bytes = header === undefined ? undefined : readStart(path, PAGE_BYTES + header.bodyBytes);
  const definition = bytes === undefined ? undefined : readFileBody(bytes);
  return {
    header,
    definition: definition && { ...definition, fileId: header?.fileId },
    sizeBytes: statSync(path).size,
  };
}

/** First page and content of a file; both are undefined if the sandbox didn't write it. */
export interface FileOnDisk {
  readonly header: FileHeader | undefined;
  readonly definition: Database | undefined;
  readonly sizeBytes: number;
}

/** Returns a stamp that changes when a file on disk is changed or replaced; undefined if it is missing. */
export function stampOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
}

function readStart(path: string, length: number): Buffer {
  const handle = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const more = readSync(handle, bytes, read, length - read, read);
      if (more === 0) break;
      read += more;
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(handle);
  }
}
