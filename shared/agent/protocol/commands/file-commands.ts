import * as z from "zod";
import { Base64, frameRangeBytes, HostEntry, HostPath, HostRoot, Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";

/** Maximum number of entries per page of a listing. Fits a frame even with the longest names. */
export const listingEntries = 100;

const hostLocation = { root: HostRoot, path: HostPath };

/** Current listing, sorted by code units of the names. */
const Listing = z.strictObject({ entries: z.array(HostEntry), cursor: z.string().nullable() });

/** Reads files below the roots. */
export const fileCommands = lazySchemas({
  "file.list": {
    request: () => z.strictObject({ ...hostLocation, cursor: z.string().max(255).optional() }),
    reply: () => Listing,
  },
  "file.stat": { request: () => z.strictObject(hostLocation), reply: () => HostEntry },
  "file.readRange": {
    request: () => z.strictObject({ ...hostLocation, start: Offset, length: z.int().min(1).max(frameRangeBytes) }),
    /** Fewer bytes than requested: the file ends there. */
    reply: () => z.strictObject({ bytes: Base64, sizeBytes: Offset }),
  },
  "file.sendRange": {
    request: () =>
      z.strictObject({
        ...hostLocation,
        start: Offset,
        length: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
        /** Address for one PUT of the range, and the id of its bytes there. Without a scheme it is appended to the link's address. */
        address: z.string().max(4000),
        id: z.string().max(100),
      }),
    reply: () => z.strictObject({ sentBytes: Offset }),
  },
});
