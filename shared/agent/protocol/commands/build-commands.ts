import * as z from "zod";
import { Id } from "#shared/contract/scalars.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { BuildBox, BuildName } from "../tasks/build-tasks.ts";

/** How much of manifests rides one message of the link. Bytes. */
export const manifestPageBytes = 80_000;

/** Builds as they lie on the host, and what deployments have kept. */
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
  /** Deployments whose replaced files are kept. */
  "deployments.kept": {
    request: () => z.strictObject({}),
    reply: () => z.strictObject({ deployments: z.array(Id) }),
  },
  "deployments.forget": {
    request: () => z.strictObject({ deployments: z.array(Id).max(1_000) }),
    reply: () => z.strictObject({}),
  },
});
