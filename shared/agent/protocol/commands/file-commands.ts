import * as z from "zod";
import { Base64, frameRangeBytes, HostEntry, HostPath, HostRoot, Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";

/** The most entries of one page of a listing: with the longest names they still fit a frame. */
export const listingEntries = 100;

const hostLocation = { root: HostRoot, path: HostPath };

/** A listing as of now, in the order of the names' code units. */
const Listing = z.strictObject({ entries: z.array(HostEntry), cursor: z.string().nullable() });

/** Looking at files below the roots. */
export const fileCommands = lazySchemas({
  "file.list": {
    request: () => z.strictObject({ ...hostLocation, cursor: z.string().max(255).optional() }),
    reply: () => Listing,
  },
  "file.stat": { request: () => z.strictObject(hostLocation), reply: () => HostEntry },
  "file.readRange": {
    request: () => z.strictObject({ ...hostLocation, start: Offset, length: z.int().min(1).max(frameRangeBytes) }),
    /** Fewer bytes than asked for: the file ends there. */
    reply: () => z.strictObject({ bytes: Base64, sizeBytes: Offset }),
  },
  "file.sendRange": {
    request: () =>
      z.strictObject({
        ...hostLocation,
        start: Offset,
        length: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
        /** Where one PUT of the range goes, and what its bytes are called there. Without a scheme it follows on the link's address. */
        address: z.string().max(4000),
        id: z.string().max(100),
      }),
    reply: () => z.strictObject({ sentBytes: Offset }),
  },
});
