import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";

/** Definition of a trigger at FileMaker Server. A change creates another one with the next number. */
const Definition = z.object({
  revision: z.int(),
  tableName: z.string(),
  select: z.string(),
  filter: z.string(),
  notifySchemaChanges: z.boolean(),
  maxFailedAttempts: z.int(),
  /** Key whose account is used; null for a separate account. */
  keyId: z.int().nullable(),
  user: z.string().nullable(),
  kind: z.enum(["address", "relay"]),
  /** URL as shown. */
  url: z.string().nullable(),
  headerNames: z.array(z.string()),
  /** Account, URL and header values, encrypted for this item. */
  sealed: z.string(),
});
export type Definition = z.infer<typeof Definition>;

/** Encrypted parts of a definition. */
export const DefinitionSecrets = z.object({
  account: z.object({ user: z.string(), pass: z.string() }).nullable(),
  url: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
});
export type DefinitionSecrets = z.infer<typeof DefinitionSecrets>;

/** Target of the relay. */
const TargetRecord = z.object({
  id: z.int(),
  kind: z.enum(["url", "schedule"]),
  url: z.string().nullable(),
  headerNames: z.array(z.string()),
  scheduleId: z.int().nullable(),
  isEnabled: z.boolean(),
  failingSince: z.number().nullable(),
  disabledReason: z.string().nullable(),
  /** URL, header values and signing secrets, encrypted for this item. Null for a schedule. */
  sealed: z.string().nullable(),
});
export type TargetRecord = z.infer<typeof TargetRecord>;

/** Encrypted parts of a target. */
export const TargetSecrets = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  secret: z.string(),
  previous: z.object({ secret: z.string(), until: z.number() }).nullable(),
});
export type TargetSecrets = z.infer<typeof TargetSecrets>;

/** Stored trigger. */
export const TriggerRecord = storedRecord("triggers/trigger", 1, {
  id: z.int(),
  label: z.string(),
  /** Name with extension. */
  database: z.string(),
  /** Identifies this trigger at FileMaker Server, which reuses its own numbers. */
  marker: z.string(),
  /** Last part of the relay URL, encrypted, and its hash. */
  sealedRelaySecret: z.string(),
  relaySecretHash: z.string(),
  targets: z.array(TargetRecord),
  /** Definition at FileMaker Server; null until there is one. */
  current: Definition.nullable(),
  /** Definition that will replace the current one. */
  next: Definition.nullable(),
  serverId: z.int().nullable(),
  replaced: z.array(z.object({ serverId: z.int(), pendingCount: z.int() })),
  /** True if replaced triggers are deleted with their pending operations. */
  dropsPending: z.boolean(),
  isDeleted: z.boolean(),
  /** True if a change at FileMaker Server is pending. */
  isOpen: z.boolean(),
  reason: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type TriggerRecord = z.infer<typeof TriggerRecord>;

/** Returns the source of deliveries to a target. */
export function targetSource(targetId: number): string {
  return `target-${targetId}`;
}
