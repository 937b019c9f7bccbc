import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { transferPartitions } from "#shared/agent/transfers/store.ts";
import { auditPartitions } from "#shared/audit/store.ts";
import { downloadPartitions } from "#shared/downloads/store.ts";
import { eventHeadPartitions, eventPartitions } from "#shared/events/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { fingerprintPartitions, fingerprintSecrets } from "#shared/fingerprints/store.ts";
import { allowancePartitions } from "#shared/keys/limits/allowance-store.ts";
import { keyLookupPartitions, keySecrets, keysOfAccountPartitions } from "#shared/keys/store.ts";
import { notificationEventPartitions } from "#shared/notifications/store.ts";
import { accountSecrets } from "#shared/oauth/grants/account-store.ts";
import { grantPartitions } from "#shared/oauth/grants/grant-store.ts";
import { artifactPartitions, artifactsOfGrantPartitions } from "#shared/oauth/tokens/artifact-store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { failurePartitions } from "#shared/sessions/login-limiter/failure-counts.ts";
import { peoplePartitions } from "#shared/sessions/people/store.ts";
import { signInPartitions, signInSecrets, signInsOfUserPartitions } from "#shared/sessions/store.ts";
import { allowedNetworkPartitions } from "#shared/system/networks/store.ts";
import type { CommonPlatform, Platform } from "./platform.ts";

/**
 * Permissions of a resource or a function on AWS. Its function's role, variables and SDK clients are generated from this. Every function
 * can write its log.
 */
export interface FunctionNeeds {
  /** Kinds of keys whose last use is recorded when a call uses one; nothing else of these keys can be changed. */
  readonly recordsUseOf: readonly ("data" | "admin")[];
  /** Kinds of secrets that it seals and opens, as their stores declare them. */
  readonly seals: readonly string[];
  readonly opens: readonly string[];
  /** Partitions of the table and its index that it reads, as their stores declare them. */
  readonly reads: readonly (readonly string[])[];
  /** Partitions that it writes, as their stores declare them. */
  readonly writes: readonly (readonly string[])[] | "every partition";
  /** Use of the platform parts that not every function has. */
  readonly parts: { readonly [Name in Part]?: PartNeeds[Name] };
}

/** Needs of wiring by its platform: every part that the wiring uses. */
export type NeedsOn<Needs> = Omit<FunctionNeeds, "parts"> & {
  readonly parts: { readonly [Name in keyof Needs as Name & Part]: Name extends Part ? PartNeeds[Name] : never };
};

/** Is never satisfied by needs that name a part that the wiring doesn't use. */
export type NoMoreThan<Needs, Declared extends { readonly parts: object }> =
  Exclude<keyof Declared["parts"], keyof Needs> extends never ? unknown : { readonly parts: never };

/** Part of the platform that not every function has. */
export type Part = Exclude<keyof Platform, keyof CommonPlatform | "jobKinds" | "mcpServerFactory" | "oauthResources">;

type PartNeeds = { readonly [Name in Part]: KnownParts[Name] };

interface KnownParts {
  /** Sends to agent connections and closes them. */
  readonly agents: "send";
  readonly queue: readonly ("send" | "receive" | "redrive")[];
  readonly deliveryQueue: readonly ("send" | "receive" | "redrive")[];
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

/** Needs as a group or a resource lists them. Omitted lists are empty. */
type SomeNeeds = { readonly [Name in keyof FunctionNeeds]?: FunctionNeeds[Name] };

type PartsOf<Lists extends readonly SomeNeeds[]> = {
  readonly [Name in Lists[number] extends infer List
    ? List extends { readonly parts: infer P }
      ? keyof P
      : never
    : never]: Name extends Part ? PartNeeds[Name] : never;
};

/** Combines groups of needs, and what a resource needs beyond them. */
export function needs<const Lists extends readonly SomeNeeds[]>(
  ...lists: Lists
): Omit<FunctionNeeds, "parts"> & { readonly parts: PartsOf<Lists> } {
  return combined(lists) as Omit<FunctionNeeds, "parts"> & { readonly parts: PartsOf<Lists> };
}

/** Combines needs, for example of all resources of a function. */
export function combined(lists: readonly SomeNeeds[]): FunctionNeeds {
  const all = <T>(each: (list: SomeNeeds) => readonly T[] | undefined) => lists.flatMap((list) => each(list) ?? []);
  const writes = lists.map((list) => list.writes ?? []);
  return {
    recordsUseOf: all(({ recordsUseOf }) => recordsUseOf),
    seals: all(({ seals }) => seals),
    opens: all(({ opens }) => opens),
    reads: all(({ reads }) => reads),
    writes: writes.includes("every partition")
      ? "every partition"
      : writes.flatMap((one) => (one === "every partition" ? [] : one)),
    parts: lists.reduce<FunctionNeeds["parts"]>((sum, { parts = {} }) => withParts(sum, parts), {}),
  };
}

function withParts<T extends object>(some: T, others: T): T {
  const entries = Object.entries(others).map(([name, need]) => [name, merged(some[name as keyof T], need)]);
  return { ...some, ...Object.fromEntries(entries) };
}

function merged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return [...new Set([...one, ...other])];
  return typeof one === "object" && typeof other === "object" ? withParts(one as object, other as object) : other;
}

/** Partitions that every function reads: the secret of IDs, and the number of the next event. */
const ownReads = [...fingerprintPartitions, ...eventHeadPartitions];

/** Partitions that every function writes: events, and at the first call the secret of IDs. */
const ownPartitions = [...eventPartitions, ...fingerprintPartitions];

/** Work without a caller. The secret of IDs is sealed at the first call. */
export const worksInBackground = {
  seals: [fingerprintSecrets],
  opens: [fingerprintSecrets],
  reads: [ownReads],
  writes: [ownPartitions],
} as const satisfies SomeNeeds;

/** Calls with a credential of their own, such as webhook events: allowed networks, refused credentials, audit trail. */
export const servesSenders = needs(worksInBackground, {
  reads: [allowedNetworkPartitions],
  writes: [auditPartitions, failurePartitions, signInPartitions],
});

/**
 * Calls of the management API, which resolve the caller (sign-in, Admin API key, or account with earlier failures), its role and the
 * allowed networks.
 */
export const servesAdmins = needs(servesSenders, {
  recordsUseOf: ["admin"],
  opens: [signInSecrets],
  reads: [failurePartitions, signInPartitions, signInsOfUserPartitions, keyLookupPartitions.admin, peoplePartitions],
});

/** Calls with a Data API key, within the key's limits. */
export const usesDataKeys = {
  recordsUseOf: ["data"],
  opens: [keySecrets.data],
  reads: [keyLookupPartitions.data],
  writes: [allowancePartitions],
} as const satisfies SomeNeeds;

/** Calls to FileMaker Server: open sessions, refused accounts and their keys. */
export const callsFileMaker = {
  seals: [fileMakerSessionSecrets],
  opens: [fileMakerSessionSecrets],
  reads: [fileMakerSessionPartitions, keysOfAccountPartitions],
  writes: [fileMakerSessionPartitions],
} as const satisfies SomeNeeds;

/** Requests to the agent on the database host. */
export const usesAgent = {
  seals: [agentRequestSecrets],
  opens: [agentKeySecrets],
  reads: [agentReplyPartitions],
  writes: [agentRequestPartitions],
  parts: { agents: "send" },
} as const satisfies SomeNeeds;

/** Long-running processes. */
export const startsProcesses = {
  reads: [processPartitions],
  writes: [processPartitions, processCounterPartitions],
  parts: { queue: ["send"] },
} as const satisfies SomeNeeds;

/** Bytes of the host's files. */
export const readsHostFiles = {
  reads: [transferPartitions],
  writes: [transferPartitions],
  parts: { transfers: ["inbound"] },
} as const satisfies SomeNeeds;

/** Downloads of hosted files from the host. */
export const makesDownloads = needs(readsHostFiles, {
  reads: [downloadPartitions],
  writes: [downloadPartitions],
});

/** Access that people granted to AI clients. A grant ends if FileMaker Server no longer accepts its account. */
export const checksGrants = {
  opens: [accountSecrets],
  reads: [artifactPartitions, artifactsOfGrantPartitions, grantPartitions],
  writes: [artifactPartitions, grantPartitions],
} as const satisfies SomeNeeds;

/** Events that become notifications. */
export const notifies = {
  writes: [notificationEventPartitions],
  parts: { deliveryQueue: ["send"] },
} as const satisfies SomeNeeds;
