import * as z from "zod";
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
});
