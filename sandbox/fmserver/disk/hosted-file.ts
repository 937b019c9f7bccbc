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
import { writeContainers } from "./remote-containers.ts";
import { isWithin, outOfNotation } from "./server-folder.ts";

/** Where a hosted file lies on disk; nowhere without a folder, or when the world puts it elsewhere. */
export function hostedPath(host: Host, { name, definition }: LiveDatabase): string | undefined {
  if (host.folder === undefined) return undefined;
  const path = join(outOfNotation(definition.folder ?? host.world.definition.server.databaseFolder), `${name}.fmp12`);
  return isWithin(host.folder, path) ? path : undefined;
}

/** Writes a file as it stands now; while it is open its first page says so. */
export function writeHosted(host: Host, database: LiveDatabase): void {
  const path = hostedPath(host, database);
  if (path === undefined) return;
  writeFileOf(path, currentDefinition(database));
  writeContainers(path, database);
  if (database.status === "CLOSED") database.diskStamp = stampOf(path);
  else markOpen(path, true);
}

/** Puts a file that came in where it is hosted, whatever is in it; what it takes the place of goes. */
export function receiveHosted(host: Host, database: LiveDatabase, bytes: Buffer, before: string | undefined): void {
  const path = hostedPath(host, database);
  if (before !== undefined && before !== path) rmSync(before, { force: true });
  if (path === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes, { mode: 0o664 });
  database.diskStamp = stampOf(path);
}

/** Writes a file in one step, as long as its definition says. */
export function writeFileOf(path: string, definition: Database): void {
  const bytes = fileBytes(definition);
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, bytes, { mode: 0o664 });
  // Holes, not zeros: a world may claim gigabytes.
  truncateSync(draft, Math.max(bytes.length, Math.ceil(definition.sizeBytes / PAGE_BYTES) * PAGE_BYTES));
  renameSync(draft, path);
}

/** Says in a file's first page whether a server has it open; the rest stays as it was. */
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

/** The content of a file, without its unused space. */
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

/** A file's first page and what it holds; neither when the sandbox has not written it. */
export interface FileOnDisk {
  readonly header: FileHeader | undefined;
  readonly definition: Database | undefined;
  readonly sizeBytes: number;
}

/** Tells whether a file on disk is still the one that was read; undefined when it has gone. */
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
