import type { UploadLimits } from "../../shared/files/rules.ts";
import type { JobKind } from "../../shared/jobs/kind.ts";
import type { LogPlace } from "../../shared/logs/place.ts";
import { type Background, background } from "../../shared/ports/background.ts";
import type { BlobStore } from "../../shared/ports/blob-addresses.ts";
import type { Callouts } from "../../shared/ports/callouts.ts";
import type { CertificateProbe } from "../../shared/ports/certificate-probe.ts";
import type { Clock } from "../../shared/ports/clock.ts";
import type { Ids } from "../../shared/ports/ids.ts";
import type { LinkPlace } from "../../shared/ports/link-sockets.ts";
import type { Log } from "../../shared/ports/log.ts";
import type { Outbound } from "../../shared/ports/outbound.ts";
import type { Queue, QueueSource } from "../../shared/ports/queue.ts";
import type { Schedules } from "../../shared/ports/schedules.ts";
import type { Table } from "../../shared/ports/table.ts";
import type { Vault } from "../../shared/ports/vault.ts";
import type { ProxyTimeouts } from "../../shared/proxy/relay-plans.ts";
import type { SessionLimits } from "../../shared/sessions/record.ts";

/** The world that services stand on: adapters and settings, handed in once by local-runtime/start.ts or by the Lambda entry. */
export interface Foundation {
  readonly table: Table;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** FileMaker Server's Data API and its Admin API, which may listen elsewhere. */
  readonly fileMaker: { readonly dataApi: Outbound; readonly adminApi: Outbound };
  /** Servers elsewhere, that an administrator named. */
  readonly callouts: Callouts;
  /** FileMaker Server's certificate. */
  readonly certificate: CertificateProbe;
  /** FileMaker Server's public origin, as its own answers spell it. */
  readonly publicOrigin: string;
  /** Where callers reach us. Asked when it is needed: the port may be picked at the start. */
  readonly baseUrl: () => string;
  readonly prefixes: readonly string[];
  readonly proxyTimeouts: ProxyTimeouts;
  /** How long known keys go on while the store does not answer. Milliseconds, 0 for not at all (R3.7). */
  readonly outageMs: number;
  readonly sessionLimits: SessionLimits;
  /** How long the audit trail is kept. Milliseconds. */
  readonly auditKeptMs: number;
  /** How long an answer waits for files that open or close. Milliseconds. */
  readonly fileCommandMs: number;
  /** How long an answer may wait for the end of a process: infinite where no gateway cuts it off. Milliseconds. */
  readonly answerMs: number;
  /** Bytes, and where clients bring them. Undefined in a function that handles none. */
  readonly blobs: BlobStore | undefined;
  readonly uploadLimits: UploadLimits;
  /** How long deleted files are kept. Milliseconds. */
  readonly trashKeptMs: number;
  /** What work on the database host leaves free on its disks. Bytes. */
  readonly diskFloorBytes: number;
  /** Messages about work that takes long. Undefined in a function that starts none. */
  readonly queue: (Queue & QueueSource) | undefined;
  /** Messages for later than the queue holds them back. Undefined where there is no queue. */
  readonly schedules: Schedules | undefined;
  /** Kinds of work beside those that the service brings along. */
  readonly jobKinds?: readonly JobKind[];
  /** Where agents hold their links. Undefined in a function that asks none. */
  readonly linkPlace: LinkPlace | undefined;
  /** The service's own logs, where it writes files. */
  readonly serviceLogs?: LogPlace;
  /** The largest body that a proxied call can carry: infinite where bodies stream. Bytes. */
  readonly largestBodyBytes: number;
}

let built = new Map<string, unknown>();

let foundation: Foundation | undefined;

/** Hands in the foundation. Services that were built on another one are left behind. */
export function provide(next: Foundation): void {
  foundation = next;
  built = new Map();
}

/** The foundation that was handed in. */
export function provided(): Foundation {
  if (foundation === undefined)
    throw new Error("The entry point has to provide a foundation before it calls a handler");
  return foundation;
}

/** Builds a thing once per foundation. Plain functions around it let a bundler drop what a handler does not use. */
export function once<T>(name: string, build: (ground: Foundation) => T): T {
  const known = built.get(name);
  if (known !== undefined) return known as T;
  const thing = build(provided());
  built.set(name, thing);
  return thing;
}

/** Work that outlives its answer. */
export function afterwards(): Background {
  return once("background", ({ log }) => background(log));
}

/** Bytes, for functions that handle some. */
export function blobStore(): BlobStore {
  const { blobs } = provided();
  if (blobs === undefined) throw new Error("The entry point gave this function no blobs");
  return blobs;
}

/** Where agents hold their links, for functions that ask one. */
export function linkPlace(): LinkPlace {
  const { linkPlace: place } = provided();
  if (place === undefined) throw new Error("The entry point gave this function no link to agents");
  return place;
}

/** Messages about work, for functions that start or do some. */
export function jobQueue(): Queue & QueueSource {
  const { queue } = provided();
  if (queue === undefined) throw new Error("The entry point gave this function no queue");
  return queue;
}

/** Messages for later. */
export function jobSchedules(): Schedules {
  const { schedules } = provided();
  if (schedules === undefined) throw new Error("The entry point gave this function no schedules");
  return schedules;
}
