import * as z from "zod";
import { HostRoot } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";

/** Command line tool of FileMaker Server, as found on the host. */
export const HostTool = z.strictObject({
  name: z.enum(["fmsadmin", "FMDeveloperTool", "FMDataMigration", "FMUpgradeTool"]).describe("Tool name."),
  isThere: z.boolean().describe("True if the tool was found."),
});

const HostFolder = z.strictObject({
  root: HostRoot.describe("Kind of content."),
  isThere: z.boolean().describe("True if the folder exists."),
  isWritable: z.boolean().describe("True if the agent can write to it."),
  freeBytes: z.number().min(0).nullable().describe("Free space on its disk, in bytes; null if the folder is missing."),
  totalBytes: z.number().min(0).nullish().describe("Size of its disk, in bytes. Not reported by older agents."),
});

/** Fields of each command and task, by its name. */
export const Abilities = z.record(z.string().max(100), z.array(z.string().max(100)).max(100));
export type Abilities = z.infer<typeof Abilities>;

/** Identity, abilities and tools of an agent. Unknown fields from newer agents are ignored. */
export const HostReport = z.object({
  agentVersion: z.string().max(50).describe("Agent version."),
  node: z.string().max(50).describe("Node.js version that it runs on."),
  platform: z.string().max(50).describe("Operating system and processor of the host."),
  hostname: z.string().max(255).describe("Host name, as the host reports it."),
  serverPath: z.string().max(4000).describe("FileMaker Server's folder."),
  timeZone: z
    .string()
    .max(100)
    .optional()
    .describe("Time zone of the host, such as `Europe/Berlin`. Not reported by older agents."),
  tools: z.array(HostTool).max(20).describe("FileMaker Server's command-line tools."),
  folders: z.array(HostFolder).max(20).describe("Folders that the agent uses."),
  restarts: z
    .int()
    .min(0)
    .optional()
    .describe("Number of agent restarts in the last 24 hours. Not reported by older agents."),
  serverKey: z
    .string()
    .max(2000)
    .optional()
    .describe("Public key with which the agent signs in to FileMaker Server's Admin API."),
  commands: z.array(z.string().max(100)).max(200).describe("Commands that the agent supports."),
  abilities: Abilities.optional().describe("Fields that each command and task supports. Not reported by older agents."),
});
export type HostReport = z.infer<typeof HostReport>;

/** Result of one of the agent's checks. */
export const HostFinding = z.object({
  check: z.string().max(200).describe("Name of the check. Several results can have one name."),
  state: z
    .enum(["ok", "warning", "failed", "unknown"])
    .describe("`warning`: tasks work, with limits. `unknown`: the check couldn't run."),
  text: z.string().max(10_000).describe("Result in words."),
  remedy: z.string().max(10_000).optional(),
});

/** Reports about the host. */
export const hostCommands = lazySchemas({
  "host.check": {
    request: () => z.strictObject({}),
    reply: () => z.object({ findings: z.array(HostFinding).max(1_000) }),
  },
  "host.report": { request: () => z.strictObject({}), reply: () => HostReport },
});
