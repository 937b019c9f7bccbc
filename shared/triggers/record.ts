import * as z from "zod";

/** What FileMaker Server is asked for. A change is another one of these, with the next number. */
const Definition = z.object({
  revision: z.int(),
  tableName: z.string(),
  select: z.string(),
  filter: z.string(),
  notifySchemaChanges: z.boolean(),
  maxFailedAttempts: z.int(),
  /** Whose account is used; null: one of its own. */
  keyId: z.int().nullable(),
  user: z.string().nullable(),
  kind: z.enum(["address", "relay"]),
  /** As it is shown. */
  url: z.string().nullable(),
  headerNames: z.array(z.string()),
  /** The account, the address and the values of the headers, sealed to this item. */
  sealed: z.string(),
});
export type Definition = z.infer<typeof Definition>;

/** What is sealed of a definition. */
export const DefinitionSecrets = z.object({
  account: z.object({ user: z.string(), pass: z.string() }).nullable(),
  url: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
});
export type DefinitionSecrets = z.infer<typeof DefinitionSecrets>;

/** Where the relay sends events. */
const TargetRecord = z.object({
  id: z.int(),
  kind: z.enum(["url", "schedule"]),
  url: z.string().nullable(),
  headerNames: z.array(z.string()),
  scheduleId: z.int().nullable(),
  isEnabled: z.boolean(),
  failingSince: z.number().nullable(),
  disabledReason: z.string().nullable(),
  /** Address, values of the headers and signing secrets, sealed to this item. Null: it is a schedule. */
  sealed: z.string().nullable(),
});
export type TargetRecord = z.infer<typeof TargetRecord>;

/** What is sealed of a target. */
export const TargetSecrets = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  secret: z.string(),
  previous: z.object({ secret: z.string(), until: z.number() }).nullable(),
});
export type TargetSecrets = z.infer<typeof TargetSecrets>;

/** A trigger as stored. */
export const TriggerRecord = z.object({
  schema: z.literal(1),
  id: z.int(),
  label: z.string(),
  /** Full name. */
  database: z.string(),
  /** Tells this trigger from all others at FileMaker Server, whose own numbers are given again. */
  marker: z.string(),
  /** What the relay's address ends with, sealed, and its hash. */
  sealedRelaySecret: z.string(),
  relaySecretHash: z.string(),
  targets: z.array(TargetRecord),
  /** What FileMaker Server has; null until it has one. */
  current: Definition.nullable(),
  /** What it is to have in place of that. */
  next: Definition.nullable(),
  serverId: z.int().nullable(),
  replaced: z.array(z.object({ serverId: z.int(), pendingCount: z.int() })),
  /** Whether those that are replaced are deleted with what waits there. */
  dropsPending: z.boolean(),
  isDeleted: z.boolean(),
  /** Whether something is left to do at FileMaker Server. */
  isOpen: z.boolean(),
  reason: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type TriggerRecord = z.infer<typeof TriggerRecord>;

/** What the deliveries of a target belong to. */
export function targetSource(targetId: number): string {
  return `target-${targetId}`;
}
