import * as z from "zod";
import { HostPath, HostRoot, Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { TrashTicket } from "./trash-commands.ts";

/** What an entry's JSON may take together on a page, so that the page rides one message of the link. Bytes. */
export const browserPageBytes = 90_000;

/** The most that one piece of an upload brings to the host. Bytes. */
export const pieceBytes = 4 * 1024 * 1024;

/** The most files of a folder that goes as a zip. */
export const zipFiles = 20_000;

/** Files of ours that no listing shows and no path reaches. */
export const draftPrefix = ".latchkey-";

const hostLocation = { root: HostRoot, path: HostPath };

/** Changes whenever a file is another one, or is written. */
const Tag = z.string().max(100);

/** A file or folder as the file browser sees it. */
export const BrowserEntry = z.strictObject({
  name: z.string(),
  kind: z.enum(["file", "folder", "other"]),
  sizeBytes: Offset,
  modifiedAt: z.int(),
  tag: Tag,
});
export type BrowserEntry = z.infer<typeof BrowserEntry>;

/** What a listing is sorted by. */
export const BrowserSort = z.enum(["name", "size", "time", "kind"]);
export type BrowserSort = z.infer<typeof BrowserSort>;

/** The last entry of a page: the next one begins behind it. */
export const BrowserPosition = z.strictObject({
  name: z.string().max(255),
  kind: z.enum(["file", "folder", "other"]),
  /** Size or time, where the listing is sorted by it. */
  value: z.number(),
});
export type BrowserPosition = z.infer<typeof BrowserPosition>;

const Upload = z.uuid();

/** How far an upload has come. */
const UploadState = z.strictObject({
  upload: Upload,
  ...hostLocation,
  offset: Offset,
  sizeBytes: Offset,
  expiresAt: z.int(),
  /** Whether the file is in its place. */
  isFinished: z.boolean(),
});
export type HostUpload = z.infer<typeof UploadState>;

/** Where the bytes of a command go to or come from, once: an address, or what follows on that of the link. */
const transferTarget = { address: z.string().max(4000), id: z.string().max(100) };

/** Looking around below the roots, and changing what may be changed. What may be changed is the service's rule. */
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
        /** Null: nothing follows. */
        next: BrowserPosition.nullable(),
        freeBytes: z.number(),
      }),
  },
  "browser.stat": { request: () => z.strictObject(hostLocation), reply: () => BrowserEntry },
  /** Counts on, or answers what is counted, after `waitMs` at the latest. Nobody asking for a while ends it. */
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
        /** How it is kept. Without it, it goes for good. */
        trash: TrashTicket.optional(),
      }),
    /** Links go for good: what they lead to stays where it is. */
    reply: () => z.strictObject({ kind: BrowserEntry.shape.kind, isKept: z.boolean() }),
  },
  /** As `file.sendRange`, and only of the file with this tag. */
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
  /** Looks through a folder, and says how long its zip will be. */
  "browser.planZip": {
    request: () => z.strictObject(hostLocation),
    reply: () => z.strictObject({ plan: z.uuid(), sizeBytes: Offset, files: Offset }),
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
        /** What is left free on the disk. */
        floorBytes: Offset,
      }),
    reply: () => UploadState,
  },
  "browser.upload": { request: () => z.strictObject({ upload: Upload }), reply: () => UploadState },
  /**
   * Fetches a piece. It follows on what the upload holds (`from`), or on pieces after that which are not yet held;
   * with `isFirm` everything up to its end is held from then on.
   */
  "browser.takePiece": {
    request: () =>
      z.strictObject({
        upload: Upload,
        from: Offset,
        offset: Offset,
        length: z.int().min(1).max(pieceBytes),
        /** SHA-256 of the bytes, base64url. */
        sha256: z.string().max(100),
        isFirm: z.boolean(),
        ...transferTarget,
      }),
    reply: () => z.strictObject({ offset: Offset }),
  },
  /** Puts a file whose bytes are all there into its place. */
  "browser.finishUpload": { request: () => z.strictObject({ upload: Upload }), reply: () => UploadState },
  "browser.endUpload": { request: () => z.strictObject({ upload: Upload }), reply: () => z.strictObject({}) },
});
