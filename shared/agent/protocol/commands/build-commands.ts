import * as z from "zod";
import { Id } from "#shared/contract/scalars.ts";
import { Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { BuildBox, BuildName } from "../tasks/build-tasks.ts";

/** How much of manifests rides one message of the link. Bytes. */
export const manifestPageBytes = 80_000;

/** Builds as they lie on the host. */
export const buildCommands = lazySchemas({
  "builds.list": {
    request: () => z.strictObject({ box: BuildBox, after: z.string().max(255).optional() }),
    /** In the order of their names. `manifest` is JSON as it was written; null where there is none that can be read. */
    reply: () =>
      z.strictObject({
        builds: z.array(z.strictObject({ build: z.string(), manifest: z.string().nullable(), modifiedAt: z.int() })),
        /** Whether more follow behind the last one. */
        isCut: z.boolean(),
      }),
  },
  "builds.remove": {
    request: () => z.strictObject({ box: BuildBox, build: BuildName }),
    reply: () => z.strictObject({ wasThere: z.boolean() }),
  },
  /** Begins an upload for the zip that another server brings for the deployment of this process. */
  "builds.expect": {
    request: () =>
      z.strictObject({
        process: Id,
        upload: z.uuid(),
        sizeBytes: Offset,
        expiresAt: z.int(),
        /** What is left free on the disk. */
        floorBytes: Offset,
      }),
    reply: () => z.strictObject({}),
  },
});
