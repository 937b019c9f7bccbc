import { auditPartitions } from "#shared/audit/store.ts";
import { eventHeadPartitions, eventPartitions } from "#shared/events/store.ts";
import { fileMakerSessionPartitions } from "#shared/filemaker/sessions/session-store.ts";
import { fingerprintPartitions, fingerprintSecrets } from "#shared/fingerprints/store.ts";
import { keyLookupPartitions, keysOfAccountPartitions } from "#shared/keys/store.ts";
import { failurePartitions } from "#shared/sessions/login-limiter/failure-counts.ts";
import { peoplePartitions } from "#shared/sessions/people/store.ts";
import { signInPartitions, signInSecrets, signInsOfUserPartitions } from "#shared/sessions/store.ts";
import { allowedNetworkPartitions } from "#shared/system/networks/store.ts";
import type { ServedFunction } from "./edge/serve.ts";
import type { CommonPlatform, Platform } from "./platform.ts";

/**
 * Permissions of a function on AWS. `npm run stack` generates its role, variables and SDK clients from this. Every function can write its
 * log.
 */
export interface FunctionNeeds {
  /** Kinds of keys whose last use is recorded when a call uses one; nothing else of these keys can be changed. */
  readonly notesUseOf: readonly ("data" | "admin")[];
  /** Kinds of secrets that the function seals and opens, as their stores declare them. */
  readonly seals: readonly string[];
  readonly opens: readonly string[];
  /** Partitions of the table and its index that the function reads, as their stores declare them. */
  readonly reads: readonly (readonly string[])[];
  /** Partitions that the function writes, as their stores declare them. */
  readonly writes: readonly (readonly string[])[] | "every partition";
  /** Use of the platform parts that not every function has. */
  readonly parts: { readonly [Name in Part]?: PartNeeds[Name] };
}

/** Needs of a function by its handler. A part that the wiring uses must be declared and the reverse, or the code doesn't compile. */
export type NeedsOf<Served> = Served extends ServedFunction<infer Needs> ? NeedsOn<Needs> : never;

/** Needs of a function by its platform. */
export type NeedsOn<Needs> = Omit<FunctionNeeds, "parts"> & {
  readonly parts: { readonly [Name in keyof Needs as Name & Part]: Name extends Part ? PartNeeds[Name] : never };
};

type Part = Exclude<keyof Platform, keyof CommonPlatform | "jobKinds" | "mcpServerFactory" | "oauthResources">;

type PartNeeds = { readonly [Name in Part]: KnownParts[Name] };

interface KnownParts {
  /** Sends to agent connections and closes them. */
  readonly agents: "send";
  readonly queue: readonly ("send" | "receive" | "redrive")[];
  readonly deliveryQueue: readonly ("send" | "receive")[];
  /** Schedules messages about deliveries; their names begin with `delivery`. */
  readonly deliverySchedules: "put";
  /** Sends mail. Needs nothing on AWS. */
  readonly mailer: "send";
  /** Subjects of scheduled messages; their names begin with these. */
  readonly schedules: readonly ("process" | "schedule")[];
  /** Permissions on objects by name prefix. */
  readonly blobs: Readonly<Record<`${string}/`, readonly ("put" | "get" | "delete" | "list")[]>>;
  /** Bytes that agents send, and bytes that they fetch. */
  readonly transfers: readonly ("inbound" | "outbound")[];
  /** Calls operations of other functions with the caller's credential. */
  readonly ownApi: "call";
  readonly serviceLogs: "read";
  readonly logLines: "read";
}

/** Partitions that every function writes: events, and at the first call the secret of IDs. */
export const ownPartitions = [...eventPartitions, ...fingerprintPartitions];

/** Additional partitions that every API call writes: audit trail, sign-ins, failures. */
export const callPartitions = [...ownPartitions, ...auditPartitions, ...failurePartitions, ...signInPartitions];

/** Partitions that every function reads: the secret of IDs, and the number of the next event. */
export const ownReads = [...fingerprintPartitions, ...eventHeadPartitions];

/**
 * Additional partitions that every API call reads, to resolve the caller (sign-in, Admin API key, or account with earlier failures), its
 * role and the allowed networks.
 */
export const callReads = [
  ...ownReads,
  ...failurePartitions,
  ...signInPartitions,
  ...signInsOfUserPartitions,
  ...keyLookupPartitions.admin,
  ...peoplePartitions,
  ...allowedNetworkPartitions,
];

/** Partitions that calls to FileMaker Server read: open sessions, refused accounts and their keys. */
export const fileMakerReads = [...fileMakerSessionPartitions, ...keysOfAccountPartitions];

/** Secret of IDs, which every function seals at its first call and opens. */
export const idSecrets = [fingerprintSecrets];

/** Secrets that every API call opens: the secret of IDs and the password of the signed-in user. */
export const callSecrets = [...idSecrets, signInSecrets];
