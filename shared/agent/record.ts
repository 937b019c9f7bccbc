import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { HostReport } from "./protocol/commands/host-commands.ts";
import { heartbeat } from "./protocol/frame.ts";
import { Outcome } from "./protocol/message.ts";

/** Agent as it is stored. Times are in milliseconds since the epoch. */
export const AgentRecord = storedRecord("agent/agent", 1, {
  id: z.string(),
  name: z.string(),
  publicKey: z.string(),
  servicePublicKey: z.string(),
  /** Seed of the key that the service signs with for this agent, sealed to this item. */
  sealedServiceKey: z.string(),
  enrolledAt: z.number(),
  revokedAt: z.number().nullable(),
  /** True if the service started the agent itself, on its own machine. */
  isOwn: z.boolean().default(false),
  lastSeenAt: z.number().nullable(),
  /** Key that the agent signs in with at FileMaker Server. Older items have none. */
  serverKey: z.object({ publicKey: z.string(), registeredAt: z.number().nullable() }).nullable().default(null),
  /** Last cleanup report of the agent that was recorded. */
  lastCleanup: z.string().nullable().default(null),
  report: HostReport.nullable().catch(null), // A report from before an upgrade is sent again on the next link.
});
export type AgentRecord = z.infer<typeof AgentRecord>;

/** The agent that works for the service. */
export const ActiveAgent = storedRecord("agent/active-agent", 1, { id: z.string() });

/** The active link. Older ones no longer count. */
export const LinkRecord = storedRecord("agent/link", 1, {
  agent: z.string(),
  link: z.string(),
  /** Null after it was closed. */
  connection: z.string().nullable(),
  heardAt: z.number(),
  /** Maximum age of `heardAt` in milliseconds while the agent is there: the store doesn't get each heartbeat on one machine. */
  silentMs: z.number().default(heartbeat.silentMs),
  /** Increases with every link. */
  fence: z.number(),
});
export type LinkRecord = z.infer<typeof LinkRecord>;

/** Code that enrolls an agent, found by its hash. */
export const CodeRecord = storedRecord("agent/code", 1, {
  replace: z.boolean(),
  /** True if the service made it for the agent that it starts itself. */
  isOwn: z.boolean().default(false),
  expiresAt: z.number(),
  /** Account of its creator, sealed to this item. It registers the new agent's key at FileMaker Server. */
  sealedCredential: z.string().nullable().default(null),
});
export type CodeRecord = z.infer<typeof CodeRecord>;

/** Request that the agent hasn't answered yet. Fields may hold a password, so they are sealed to this item. */
export const RequestRecord = storedRecord("agent/request", 1, {
  id: z.string(),
  agent: z.string(),
  command: z.string(),
  sealedFields: z.string(),
  expiresAt: z.number(),
});
export type RequestRecord = z.infer<typeof RequestRecord>;

/** Reply for a caller that waits in another process. */
export const ReplyRecord = storedRecord("agent/reply", 1, { outcome: Outcome });
