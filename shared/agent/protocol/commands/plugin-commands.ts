import * as z from "zod";
import { HostName, HostPath, HostRoot, Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";

/** Parts of FileMaker Server that load plug-ins, each from a folder of its own. */
const Engine = z.enum(["fmse", "wpe", "fmdapi"]);
const engines = z.array(Engine).min(1).max(3);

/** Maximum number of plug-ins per engine in a list. */
export const maxPlugins = 100;

/** Result of a change. */
const Changed = z.strictObject({
  file: z.string(),
  engines,
  /** Folder with the previous files, as a path of the file browser; null if there were none. */
  keptIn: z.string().nullable(),
});

/** Plug-ins in the folders of FileMaker Server's engines. */
export const pluginCommands = lazySchemas({
  "plugins.list": {
    request: () => z.strictObject({}),
    reply: () =>
      z.strictObject({
        engines: z.array(
          z.strictObject({
            engine: Engine,
            /** False if this FileMaker Server doesn't have the engine. */
            isInstalled: z.boolean(),
            plugins: z
              .array(z.strictObject({ file: z.string(), sizeBytes: Offset, modifiedAt: z.int() }))
              .max(maxPlugins),
          }),
        ),
      }),
  },
  /** Copies a plug-in to the folders of all engines, or of none. */
  "plugins.install": {
    request: () =>
      z.strictObject({
        root: HostRoot,
        path: HostPath,
        engines,
        isReplacing: z.boolean(),
        /** In hexadecimal. */
        sha256: z.string().length(64).optional(),
        /** Free disk space to leave. Bytes. */
        floorBytes: Offset,
      }),
    reply: () => Changed,
  },
  /** Moves a plug-in out of the folders of the engines that have it. */
  "plugins.remove": {
    request: () => z.strictObject({ file: HostName, engines, floorBytes: Offset }),
    reply: () => Changed,
  },
});
