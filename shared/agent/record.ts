import * as z from "zod";
import { HostReport } from "./protocol/commands/host-commands.ts";
import { Outcome } from "./protocol/message.ts";

/** An agent as it is stored. Moments are milliseconds since the epoch. */
export const AgentRecord = z.object({
  schema: z.literal(1),
  id: z.string(),
  name: z.string(),
  publicKey: z.string(),
  servicePublicKey: z.string(),
  /** The seed of the key that the service signs with for this agent, sealed to this item. */
  sealedServiceKey: z.string(),
  enrolledAt: z.number(),
  revokedAt: z.number().nullable(),
  /** True if the service started it itself, on its own machine. */
  isOwn: z.boolean().default(false),
  lastSeenAt: z.number().nullable(),
  /** The key that it signs in with at FileMaker Server. Items from before have none. */
  serverKey: z.object({ publicKey: z.string(), registeredAt: z.number().nullable() }).nullable().default(null),
  /** The last report of what it has deleted that was written down. */
  lastCleanup: z.string().nullable().default(null),
  report: HostReport.nullable().catch(null), // One from before an upgrade is sent again on the next link.
});
export type AgentRecord = z.infer<typeof AgentRecord>;

/** The one agent that works for the service. */
export const ActiveAgent = z.object({ schema: z.literal(1), id: z.string() });

/** The one link that counts. */
export const LinkRecord = z.object({
  schema: z.literal(1),
  agent: z.string(),
  link: z.string(),
  /** Null after it was closed. */
  connection: z.string().nullable(),
  heardAt: z.number(),
  /** Grows with every link. */
  fence: z.number(),
});
export type LinkRecord = z.infer<typeof LinkRecord>;

/** A code that enrols an agent. It is found by its HMAC. */
export const CodeRecord = z.object({
  schema: z.literal(1),
  replace: z.boolean(),
  /** True if the service made it for the agent that it starts itself. */
  isOwn: z.boolean().default(false),
  expiresAt: z.number(),
  /** Who made it, sealed to this item: with that account the new agent's key is registered at FileMaker Server. */
  sealedCredential: z.string().nullable().default(null),
});
export type CodeRecord = z.infer<typeof CodeRecord>;

/** What an agent was asked and has not answered. Fields may hold a password, so they are sealed to this item. */
export const RequestRecord = z.object({
  schema: z.literal(1),
  id: z.string(),
  agent: z.string(),
  command: z.string(),
  sealedFields: z.string(),
  expiresAt: z.number(),
});
export type RequestRecord = z.infer<typeof RequestRecord>;

/** A reply on its way to the caller that waits for it. */
export const ReplyRecord = z.object({ schema: z.literal(1), outcome: Outcome });
