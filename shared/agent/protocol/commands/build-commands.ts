import * as z from "zod";
import { Id } from "#shared/contract/scalars.ts";
import { Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { BuildBox, BuildName } from "../tasks/build-tasks.ts";

/** Maximum size of manifests in one message on the link. Bytes. */
export const manifestPageBytes = 80_000;

/** Builds on the host. */
export const buildCommands = lazySchemas({
  "builds.list": {
    request: () => z.strictObject({ box: BuildBox, after: z.string().max(255).optional() }),
    /** Sorted by name. `manifest` is the JSON as it was written; null if none can be read. */
    reply: () =>
      z.strictObject({
        builds: z.array(z.strictObject({ build: z.string(), manifest: z.string().nullable(), modifiedAt: z.int() })),
        /** True if more entries follow. */
        isCut: z.boolean(),
      }),
  },
  "builds.remove": {
    request: () => z.strictObject({ box: BuildBox, build: BuildName }),
    reply: () => z.strictObject({ wasThere: z.boolean() }),
  },
  /** Begins an upload of the zip that another server pushes for this process's deployment. */
  "builds.expect": {
    request: () =>
      z.strictObject({
        process: Id,
        upload: z.uuid(),
        sizeBytes: Offset,
        expiresAt: z.int(),
        /** Free disk space to leave. Bytes. */
        floorBytes: Offset,
      }),
    reply: () => z.strictObject({}),
  },
});
