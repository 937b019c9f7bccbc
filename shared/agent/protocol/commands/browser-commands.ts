import * as z from "zod";
import { HostPath, HostRoot, Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { TrashTicket } from "./trash-commands.ts";

/** Maximum size of a page's entries as JSON, so that the page fits one message on the link. Bytes. */
export const browserPageBytes = 90_000;

/** Maximum size of one piece of an upload. Bytes. */
export const pieceBytes = 4 * 1024 * 1024;

/** Maximum number of files in a folder that is downloaded as a zip. */
export const zipFiles = 20_000;

/** Prefix of our own files, which no listing shows and no path reaches. */
export const draftPrefix = ".latchkey-";

const hostLocation = { root: HostRoot, path: HostPath };

/** Changes whenever a file is replaced or written. */
const Tag = z.string().max(100);

/** File or folder in the file browser. */
export const BrowserEntry = z.strictObject({
  name: z.string(),
  kind: z.enum(["file", "folder", "other"]),
  sizeBytes: Offset,
  modifiedAt: z.int(),
  tag: Tag,
});
export type BrowserEntry = z.infer<typeof BrowserEntry>;

/** Sort order of a listing. */
export const BrowserSort = z.enum(["name", "size", "time", "kind"]);
export type BrowserSort = z.infer<typeof BrowserSort>;

/** Last entry of a page. The next page starts after it. */
export const BrowserPosition = z.strictObject({
  name: z.string().max(255),
  kind: z.enum(["file", "folder", "other"]),
  /** Size or time, if the listing is sorted by it. */
  value: z.number(),
});
export type BrowserPosition = z.infer<typeof BrowserPosition>;

const Upload = z.uuid();

/** Progress of an upload. */
const UploadState = z.strictObject({
  upload: Upload,
  ...hostLocation,
  offset: Offset,
  sizeBytes: Offset,
  expiresAt: z.int(),
  /** True if the file is in its final place. */
  isFinished: z.boolean(),
});
export type HostUpload = z.infer<typeof UploadState>;

/** One-time source or target of a command's bytes: an absolute address, or a path appended to that of the link. */
const transferTarget = { address: z.string().max(4000), id: z.string().max(100) };

/** Lists and changes files below the roots. The service decides which changes are allowed. */
export const browserCommands = lazySchemas({
  "browser.list": {
    request: () =>
      z.strictObject({
        ...hostLocation,
        sort: BrowserSort,
        isDescending: z.boolean(),
        filter: z.string().max(255).optional(),
        after: BrowserPosition.optional(),
        limit: z.int().min(1).max(1_000),
      }),
    reply: () =>
      z.strictObject({
        entries: z.array(BrowserEntry).max(1_000),
        /** Null: this is the last page. */
        next: BrowserPosition.nullable(),
        freeBytes: z.number(),
      }),
  },
  "browser.stat": { request: () => z.strictObject(hostLocation), reply: () => BrowserEntry },
  /** Continues to count, and replies with the current count after at most `waitMs`. Counting stops if no one asks for a while. */
  "browser.size": {
    request: () => z.strictObject({ ...hostLocation, waitMs: z.int().min(0).max(20_000) }),
    reply: () => z.strictObject({ sizeBytes: Offset, files: Offset, folders: Offset, isComplete: z.boolean() }),
  },
  "browser.stopSize": {
    request: () => z.strictObject(hostLocation),
    reply: () => z.strictObject({ wasCounting: z.boolean() }),
  },
  "browser.makeFolder": { request: () => z.strictObject(hostLocation), reply: () => BrowserEntry },
  "browser.move": {
    request: () =>
      z.strictObject({
        ...hostLocation,
        toRoot: HostRoot,
        toPath: HostPath,
        isReplacing: z.boolean(),
        tag: Tag.optional(),
      }),
    reply: () => BrowserEntry,
  },
  "browser.remove": {
    request: () =>
      z.strictObject({
        ...hostLocation,
        isRecursive: z.boolean(),
        tag: Tag.optional(),
        /** Ticket that keeps it in the trash. Without one, it is deleted permanently. */
        trash: TrashTicket.optional(),
      }),
    /** Links are deleted permanently; their targets stay. */
    reply: () => z.strictObject({ kind: BrowserEntry.shape.kind, isKept: z.boolean() }),
  },
  /** Like `file.sendRange`, but only if the file has this tag. */
  "browser.sendRange": {
    request: () =>
      z.strictObject({
        ...hostLocation,
        tag: Tag,
        start: Offset,
        length: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
        ...transferTarget,
      }),
    reply: () => z.strictObject({ sentBytes: Offset }),
  },
  /** Scans a folder and returns the size of its zip. The tag changes with the files in it. */
  "browser.planZip": {
    request: () => z.strictObject(hostLocation),
    reply: () => z.strictObject({ plan: z.uuid(), sizeBytes: Offset, files: Offset, tag: Tag }),
  },
  "browser.sendZip": {
    request: () => z.strictObject({ plan: z.uuid(), ...transferTarget }),
    reply: () => z.strictObject({ sentBytes: Offset }),
  },
  "browser.beginUpload": {
    request: () =>
      z.strictObject({
        ...hostLocation,
        upload: Upload,
        sizeBytes: Offset,
        isReplacing: z.boolean(),
        tag: Tag.optional(),
        expiresAt: z.int(),
        /** Free disk space to leave. Bytes. */
        floorBytes: Offset,
      }),
    reply: () => UploadState,
  },
  "browser.upload": { request: () => z.strictObject({ upload: Upload }), reply: () => UploadState },
  /**
   * Fetches a piece. It continues what the upload holds (`from`), or later pieces that aren't stored yet. With `isFirm`, everything up
   * to its end is then stored.
   */
  "browser.takePiece": {
    request: () =>
      z.strictObject({
        upload: Upload,
        from: Offset,
        offset: Offset,
        length: z.int().min(1).max(pieceBytes),
        /** SHA-256 of the bytes in base64url. */
        sha256: z.string().max(100),
        isFirm: z.boolean(),
        ...transferTarget,
      }),
    reply: () => z.strictObject({ offset: Offset }),
  },
  /** Moves a completely uploaded file into its place. */
  "browser.finishUpload": { request: () => z.strictObject({ upload: Upload }), reply: () => UploadState },
  "browser.endUpload": { request: () => z.strictObject({ upload: Upload }), reply: () => z.strictObject({}) },
});
