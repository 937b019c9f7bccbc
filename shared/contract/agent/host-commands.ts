import * as z from "zod";
import { HostRoot } from "./host-path.ts";

/** A command-line tool of FileMaker Server, as it was found. */
export const HostTool = z.strictObject({
  name: z.enum(["fmsadmin", "FMDeveloperTool", "FMDataMigration", "FMUpgradeTool"]),
  isThere: z.boolean(),
});

/** A folder that the agent works in. */
const HostFolder = z.strictObject({
  root: HostRoot,
  isThere: z.boolean(),
  isWritable: z.boolean(),
  /** What its disk has left; null where the folder is missing. */
  freeBytes: z.number().min(0).nullable(),
});

/** What an agent is, can and has. */
export const HostReport = z.strictObject({
  agentVersion: z.string().max(50),
  node: z.string().max(50),
  platform: z.string().max(50),
  hostname: z.string().max(255),
  serverPath: z.string().max(4000),
  tools: z.array(HostTool).max(20),
  folders: z.array(HostFolder).max(20),
  commands: z.array(z.string().max(100)).max(200),
});
export type HostReport = z.infer<typeof HostReport>;

/** What the host is like. */
export const hostCommands = {
  "host.report": { request: z.strictObject({}), reply: HostReport },
} as const;
