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
 * What a function may do on AWS. Its role, its variables and the list of its SDK clients are made from this: `npm run stack`.
 * Every function may write its log.
 */
export interface FunctionNeeds {
  /** Kinds of keys whose last use is noted when a call shows one; of these keys nothing else may be changed. */
  readonly notesUseOf: readonly ("data" | "admin")[];
  /** Kinds of secrets that it seals, and those that it opens, as their stores declare them. */
  readonly seals: readonly string[];
  readonly opens: readonly string[];
  /** Partitions that it reads, of the table and of its index, as their stores declare them. */
  readonly reads: readonly (readonly string[])[];
  /** Partitions that it writes, as their stores declare them. */
  readonly writes: readonly (readonly string[])[] | "every partition";
  /** What it does with the parts of the platform that not every function has. */
  readonly parts: { readonly [Name in Part]?: PartNeeds[Name] };
}

/** The needs of a function by its handler: a part that its wiring takes and that is not declared does not compile, nor does one that is declared and not taken. */
export type NeedsOf<Served> = Served extends ServedFunction<infer Needs> ? NeedsOn<Needs> : never;

/** The needs of a function by the platform that it is built on. */
export type NeedsOn<Needs> = Omit<FunctionNeeds, "parts"> & {
  readonly parts: { readonly [Name in keyof Needs as Name & Part]: Name extends Part ? PartNeeds[Name] : never };
};

type Part = Exclude<keyof Platform, keyof CommonPlatform | "jobKinds" | "mcpServerFactory" | "oauthResources">;

type PartNeeds = { readonly [Name in Part]: KnownParts[Name] };

interface KnownParts {
  /** Sends to connections of agents, and ends them. */
  readonly agents: "send";
  readonly queue: readonly ("send" | "receive" | "redrive")[];
  readonly deliveryQueue: readonly ("send" | "receive")[];
  /** Has messages about deliveries come later; their names begin with `delivery`. */
  readonly deliverySchedules: "put";
  /** Sends mail. Nothing on AWS is needed for that. */
  readonly mailer: "send";
  /** What messages for later are about, which their names begin with. */
  readonly schedules: readonly ("process" | "schedule")[];
  /** What is done with objects, by what their names begin with. */
  readonly blobs: Readonly<Record<`${string}/`, readonly ("put" | "get" | "delete" | "list")[]>>;
  /** Bytes that agents bring, and bytes that they fetch. */
  readonly transfers: readonly ("inbound" | "outbound")[];
  /** Calls operations of other functions with its caller's credential. */
  readonly ownApi: "call";
  readonly serviceLogs: "read";
  readonly logLines: "read";
}

/** What every function writes: events for those who listen, and at the first call the secret of ids. */
export const ownPartitions = [...eventPartitions, ...fingerprintPartitions];

/** What every call of the API writes beside that: who called and what was changed, sign-ins, failures. */
export const callPartitions = [...ownPartitions, ...auditPartitions, ...failurePartitions, ...signInPartitions];

/** What every function reads: the secret of ids, and which number its next event has. */
export const ownReads = [...fingerprintPartitions, ...eventHeadPartitions];

/** What every call of the API reads beside that: who calls, by a sign-in, by an Admin API Key or with an account that has failures behind it, in which role, and from where calls may come. */
export const callReads = [
  ...ownReads,
  ...failurePartitions,
  ...signInPartitions,
  ...signInsOfUserPartitions,
  ...keyLookupPartitions.admin,
  ...peoplePartitions,
  ...allowedNetworkPartitions,
];

/** What calls to FileMaker Server read: the sessions that are open, accounts that it refuses, and whose keys those are. */
export const fileMakerReads = [...fileMakerSessionPartitions, ...keysOfAccountPartitions];

/** What every function seals at its first call, and opens: the secret of ids. */
export const idSecrets = [fingerprintSecrets];

/** What every call of the API opens: beside the secret of ids, the password of a user who is signed in. */
export const callSecrets = [...idSecrets, signInSecrets];
