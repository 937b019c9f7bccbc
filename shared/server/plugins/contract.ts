import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";

/** Parts of FileMaker Server that load plug-ins, each from a folder of its own. */
export const PluginEngine = z
  .enum(["fmse", "wpe", "fmdapi"])
  .describe("`fmse` script engine, `wpe` web publishing, `fmdapi` Data API.");
export type PluginEngine = z.infer<typeof PluginEngine>;

const PluginFile = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^/\\\p{Cc}\p{Cs}]+$/u, "must be a file name without a path")
  .describe("Name of the plug-in's file, such as `Sample.fmx`.");

const Plugin = z.object({
  file: PluginFile,
  name: z.string().nullable().describe("Name of the plug-in; null if FileMaker Server doesn't list it."),
  enabled: z
    .boolean()
    .nullable()
    .describe("True if FileMaker Server loads it; null if FileMaker Server doesn't list it."),
  copies: z
    .array(
      z.object({
        engine: PluginEngine,
        sizeBytes: z.int().describe("Size in bytes."),
        modifiedAt: Timestamp.describe("Time of the last change."),
      }),
    )
    .nullable()
    .describe("Engines whose folder contains it; null if the agent can't read the folders."),
});
export type Plugin = z.infer<typeof Plugin>;

const engines = z.array(PluginEngine).min(1).max(3);
const keptIn = z
  .string()
  .nullable()
  .describe("Folder on the host with the previous files, such as `documents/Plug-ins/…`; null if there were none.");
const restart = z
  .array(PluginEngine)
  .describe("Engines to restart with `POST /svc/api/fms-process`: they load and unload plug-ins only when they start.");

const adminErrors = ["upstream_unreachable", "certificate_refused", "admin_role_refused"] as const;
const hostErrors = ["agent_unavailable", "agent_timeout", "agent_refused", "agent_too_old"] as const;

const changed = ({ file }: { readonly file: string }) => `plugin:${file}`;
const keptExample = "documents/Plug-ins/2026-11-20T09-15-02.114Z";

/** Plug-ins of FileMaker Server. */
export const plugins = resource({
  listPlugins: {
    method: "GET",
    path: "/svc/api/plugins",
    summary: "List plug-ins",
    description:
      "Combines the Admin API's list with the plug-in folders on the database host. A plug-in that was just installed isn't listed by " +
      "FileMaker Server until its engine restarts.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      engines: z
        .array(
          z.object({
            engine: PluginEngine,
            enabled: z.boolean().nullable().describe("True if the engine can load plug-ins; null if unknown."),
            installStep: z
              .boolean()
              .nullable()
              .describe("True if the script step Install Plug-In File can add plug-ins to it; null if unknown."),
            hasFolder: z
              .boolean()
              .nullable()
              .describe("True if the engine is installed on the host; null if the agent can't tell."),
          }),
        )
        .describe("All engines."),
      plugins: z.array(Plugin).describe("Plug-ins, sorted by file name."),
      problems: z.array(z.string()).describe("Reasons why parts are null, such as an agent that is offline."),
    }),
    errors: adminErrors,
    example: {
      output: {
        engines: [{ engine: "fmse", enabled: true, installStep: false, hasFolder: true }],
        plugins: [
          {
            file: "Sample.fmx",
            name: "Sample Plug-in",
            enabled: true,
            copies: [{ engine: "fmse", sizeBytes: 4_812_288, modifiedAt: "2026-11-20T09:15:02.114Z" }],
          },
        ],
        problems: [],
      },
    },
  },
  installPlugin: {
    method: "POST",
    path: "/svc/api/plugins",
    summary: "Install a plug-in",
    description:
      "Copies a file from the host's Documents or Backups folder to the folders of engines; upload it with `POST /svc/api/files/uploads` " +
      "first. The agent checks name, system, processor and disk space before it changes anything. It keeps a copy of each replaced file, " +
      "and puts it back if the plug-in can't be copied to all engines. On macOS a plug-in is a folder, `Sample.fmplugin`.",
    access: "admin",
    input: z.object({
      path: z
        .string()
        .min(1)
        .max(4_000)
        .regex(/^(?:documents|backups)\/./, "must begin with `documents/` or `backups/`")
        .describe("Path of the plug-in on the host, such as `documents/Sample.fmx`."),
      engines: engines.describe("Engines that get it."),
      replace: z.boolean().default(false).describe("Replaces a plug-in with this file name."),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits")
        .optional()
        .describe("SHA-256 of the file. If given, a file with other content isn't installed. Not for folders."),
    }),
    output: z.object({ file: PluginFile, engines: engines.describe("Engines that have it now."), keptIn, restart }),
    changes: ({ path }: { readonly path: string }) => `plugin:${path.slice(path.lastIndexOf("/") + 1)}`,
    errors: [
      ...hostErrors,
      "host_file_not_found",
      "host_file_refused",
      "host_name_taken",
      "host_file_changed",
      "host_disk_full",
    ],
    example: {
      input: { path: "documents/Sample.fmx", engines: ["fmse"], replace: true },
      output: { file: "Sample.fmx", engines: ["fmse"], keptIn: keptExample, restart: ["fmse"] },
    },
  },
  changePlugin: {
    method: "PATCH",
    path: "/svc/api/plugins/{file}",
    summary: "Enable or disable a plug-in",
    access: "admin",
    input: z.object({ file: PluginFile, enabled: z.boolean().describe("True to let FileMaker Server load it.") }),
    output: z.object({ file: PluginFile, enabled: z.boolean().describe("The new state."), restart }),
    changes: changed,
    errors: [...adminErrors, "plugin_not_found", "plugins_not_managed"],
    example: {
      input: { file: "Sample.fmx", enabled: false },
      output: { file: "Sample.fmx", enabled: false, restart: ["fmse"] },
    },
  },
  removePlugin: {
    method: "DELETE",
    path: "/svc/api/plugins/{file}",
    summary: "Remove a plug-in from the host",
    description: "Moves its files to a folder in Documents, from where it can be installed again.",
    access: "admin",
    input: z.object({
      file: PluginFile,
      engine: PluginEngine.optional().describe("Removes it from this engine only. Default: from all."),
    }),
    output: z.object({ file: PluginFile, engines: engines.describe("Engines that had it."), keptIn, restart }),
    changes: changed,
    errors: [...hostErrors, "host_file_not_found", "host_file_refused", "host_disk_full"],
    example: {
      input: { file: "Sample.fmx" },
      output: { file: "Sample.fmx", engines: ["fmse"], keptIn: keptExample, restart: ["fmse"] },
    },
  },
  changePluginEngine: {
    method: "PATCH",
    path: "/svc/api/plugins/engines/{engine}",
    summary: "Allow or forbid plug-ins in an engine",
    description: "Fields that are left out stay as they are.",
    access: "admin",
    input: z
      .object({
        engine: PluginEngine,
        enabled: z.boolean().optional().describe("True to let the engine load plug-ins."),
        installStep: z
          .boolean()
          .optional()
          .describe("True to let the script step Install Plug-In File add plug-ins to the engine."),
      })
      .refine(({ enabled, installStep }) => enabled !== undefined || installStep !== undefined, {
        path: ["enabled"],
        message: "or `installStep` is required",
      }),
    output: z.object({
      engine: PluginEngine,
      enabled: z.boolean().nullable().describe("True if the engine can load plug-ins; null if unknown."),
      installStep: z
        .boolean()
        .nullable()
        .describe("True if the script step Install Plug-In File can add plug-ins to it; null if unknown."),
      restart,
    }),
    changes: ({ engine }: { readonly engine: string }) => `plugin-engine:${engine}`,
    errors: [...adminErrors, "plugins_not_managed"],
    example: {
      input: { engine: "wpe", enabled: true },
      output: { engine: "wpe", enabled: true, installStep: false, restart: ["wpe"] },
    },
  },
});
