import * as z from "zod";
import { HostRoot } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";

/** Command line tool of FileMaker Server, as found on the host. */
export const HostTool = z.strictObject({
  name: z.enum(["fmsadmin", "FMDeveloperTool", "FMDataMigration", "FMUpgradeTool"]).describe("The tool."),
  isThere: z.boolean().describe("Whether it was found."),
});

const HostFolder = z.strictObject({
  root: HostRoot.describe("What it holds."),
  isThere: z.boolean().describe("Whether it was found."),
  isWritable: z.boolean().describe("Whether the agent may write there."),
  freeBytes: z.number().min(0).nullable().describe("What its disk has left. Null: the folder is missing."),
  totalBytes: z
    .number()
    .min(0)
    .nullish()
    .describe("How large its disk is. Missing: the agent is of a version that does not say."),
});

/** Fields of each command and task, by its name. */
export const Abilities = z.record(z.string().max(100), z.array(z.string().max(100)).max(100));
export type Abilities = z.infer<typeof Abilities>;

/** Identity, abilities and tools of an agent. Unknown fields from newer agents are ignored. */
export const HostReport = z.object({
  agentVersion: z.string().max(50).describe("The agent's version."),
  node: z.string().max(50).describe("The version of Node that it runs on."),
  platform: z.string().max(50).describe("The host's system and processor."),
  hostname: z.string().max(255).describe("The host's name, as the host says it."),
  serverPath: z.string().max(4000).describe("FileMaker Server's folder."),
  timeZone: z
    .string()
    .max(100)
    .optional()
    .describe("The host's time zone, such as `Europe/Berlin`. Missing: the agent is of a version that does not say."),
  tools: z.array(HostTool).max(20).describe("FileMaker Server's command-line tools."),
  folders: z.array(HostFolder).max(20).describe("The folders that the agent works in."),
  restarts: z
    .int()
    .min(0)
    .optional()
    .describe(
      "How often the agent was started again in the last 24 hours. Missing: it is of a version that does not say.",
    ),
  serverKey: z
    .string()
    .max(2000)
    .optional()
    .describe("The public key that the agent signs in with at FileMaker Server's Admin API."),
  commands: z.array(z.string().max(100)).max(200).describe("What the agent can be asked to do."),
  abilities: Abilities.optional().describe(
    "The fields that each command and each long work takes. Missing: the agent is of a version that does not say.",
  ),
});
export type HostReport = z.infer<typeof HostReport>;

/** Reports about the host. */
export const hostCommands = lazySchemas({
  "host.report": { request: () => z.strictObject({}), reply: () => HostReport },
});
