import type { UploadLimits } from "#shared/files/uploads/rules.ts";
import type { OwnApi } from "#shared/http/own-api.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import type { LogBackend } from "#shared/logs/log-reader.ts";
import type { ToolLimits } from "#shared/mcp/guards/rates.ts";
import type { ServerFactory } from "#shared/mcp/protocol/server.ts";
import type { OAuthLimits } from "#shared/oauth/limits.ts";
import type { OAuthResources } from "#shared/oauth/resources.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { BlobStore } from "#shared/ports/blob-addresses.ts";
import type { Callouts } from "#shared/ports/callouts.ts";
import type { CertificateProbe } from "#shared/ports/certificate-probe.ts";
import type { Stopwatch } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { LinkEndpoint } from "#shared/ports/links/link-sockets.ts";
import type { Log } from "#shared/ports/log.ts";
import type { LogEvents } from "#shared/ports/logs/log-events.ts";
import type { Mailer } from "#shared/ports/mailer.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import type { DeadLetters, Queue, QueueSource } from "#shared/ports/queue.ts";
import type { Schedules } from "#shared/ports/schedules.ts";
import type { Table } from "#shared/ports/table.ts";
import type { Transfers } from "#shared/ports/transfers.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { ProxyTimeouts } from "#shared/proxy/relay/relay-plans.ts";
import type { SessionLimits } from "#shared/sessions/record.ts";
import type { UsageCounters } from "#shared/usage/counters.ts";
import type { UsageCounting } from "#shared/usage/counting.ts";
import type { releaseLimits } from "./settings/limits.ts";

/** Platform parts that every function has, on Lambda and on one machine: adapters and settings, provided once by the entry point. */
export interface CommonPlatform {
  readonly table: Table;
  readonly vault: Vault;
  readonly clock: Stopwatch;
  readonly ids: Ids;
  readonly log: Log;
  /** Tasks that continue after the response. */
  readonly background: BackgroundTasks;
  readonly counting: UsageCounting;
  /** In-memory counts of this process. Undefined on AWS, where processes end without notice; there the log lines are counted. */
  readonly counters: UsageCounters | undefined;
  /** True if a process handles one call at a time, as an instance on Lambda does. */
  readonly hasOneCallAtATime: boolean;
  /** FileMaker Server's Data API and Admin API, which can have different addresses. */
  readonly fileMaker: { readonly dataApi: Outbound; readonly adminApi: Outbound };
  /** Other servers that an administrator configured. */
  readonly callouts: Callouts;
  /** True if MCP clients can call FileMaker Server; PREVENT_DAPI_CALLOUT forbids it. */
  readonly callsOut: boolean;
  /** Private networks that can be called in addition to public ones; also applies to the agent. */
  readonly calloutNetworks: readonly string[];
  /** FileMaker Server's certificate. */
  readonly certificate: CertificateProbe;
  /**
   * Expiry of the certificate that callers of the service see, in milliseconds since the epoch. Undefined if TLS ends in front of the
   * service, as on AWS.
   */
  readonly ownCertificateEndsAt: number | undefined;
  /** FileMaker Server's public origin, as its own responses spell it. */
  readonly fileMakerOrigin: string;
  /** True if the service started the sandbox, which simulates FileMaker Server for a demo. */
  readonly isDemo: boolean;
  /** Public address of the service. A function, because the port may only be known after the start. */
  readonly baseUrl: () => string;
  /** Networks whose clients count as known for every account, for limits on guessing. */
  readonly knownNetworks: readonly string[];
  /** True if OAuth codes are exchanged even without saved identity provider credentials. */
  readonly exchangesWithoutGroups: boolean;
  /** Addresses for reports of vulnerabilities, for `security.txt`. */
  readonly securityContacts: readonly string[];
  /** Origins whose pages can call with a key from a browser. */
  readonly corsOrigins: readonly string[];
  /** The service itself, under addresses that it doesn't call. Undefined on AWS, where it is called like any other server. */
  readonly ownServer: OwnServer | undefined;
  /** True if any host name can lead callers to this process; on AWS a gateway only answers to its own names. */
  readonly checksHost: boolean;
  /** First path segments of the service. Generated addresses use the first one. */
  readonly prefixes: readonly [string, ...string[]];
  readonly proxyTimeouts: ProxyTimeouts;
  /** Milliseconds that known keys keep working while the store is unavailable; 0 turns this off. */
  readonly outageMs: number;
  /** Milliseconds that calls wait for the store if they can continue without it. */
  readonly storeWaitMs: number;
  readonly sessionLimits: SessionLimits;
  /** Lifetimes of AI clients' sign-ins, and allowed clients. */
  readonly oauthLimits: OAuthLimits;
  /** Limits of the calls of AI clients. */
  readonly toolLimits: ToolLimits;
  /** Retention of the audit trail in milliseconds. */
  readonly auditKeptMs: number;
  /** Milliseconds that a response waits for files to open or close. */
  readonly fileCommandMs: number;
  /** Maximum duration of an event stream in milliseconds. The client then reconnects. */
  readonly eventStreamMs: number;
  /** Milliseconds that a response can wait for the end of a process; infinite without a gateway timeout. */
  readonly answerMs: number;
  readonly uploadLimits: UploadLimits;
  /** Retention of deleted files in milliseconds. */
  readonly trashKeptMs: number;
  /** Shuts the service down cleanly and starts it again. Undefined where that isn't possible: on AWS, instances come and go. */
  readonly restart: (() => void) | undefined;
  /** Bytes that tasks leave free on the database host's disks. */
  readonly diskFloorBytes: number;
  /** Default limits of builds and deployments. */
  readonly releaseLimits: ReturnType<typeof releaseLimits>;
  /** Returns the free bytes on the disk of the service's data. Undefined on AWS. */
  readonly dataDiskFreeBytes: (() => Promise<number>) | undefined;
  /** Milliseconds for a buffered request body to arrive. */
  readonly bodyMs: number;
  /** Maximum body of a proxied call in bytes; infinite if bodies stream. */
  readonly largestBodyBytes: number;
}

/** The service itself, as a server in deployments. */
export interface OwnServer {
  /** True if an address leads to this service. */
  readonly isOwn: (address: string) => Promise<boolean>;
  /** Calls the management API without a network. */
  readonly api: OwnApi;
}

/** Platform parts that Lambda opens for resources that need them. On one machine, every resource has all of them. */
export interface Platform extends CommonPlatform {
  /** Stored bytes, and addresses where clients upload them. */
  readonly blobs: BlobStore;
  /** Messages about long-running jobs. */
  readonly queue: Queue & QueueSource;
  /** Messages about deliveries. Separate from jobs, so that a slow receiver doesn't block them. */
  readonly deliveryQueue: Queue & DeadLetters;
  /** Messages about deliveries with longer delays than their queue supports. */
  readonly deliverySchedules: Pick<Schedules, "put">;
  /** Mail servers that an administrator configured. */
  readonly mailer: Mailer;
  /** The management API, for code that calls it on behalf of its own callers. */
  readonly ownApi: OwnApi;
  /** Messages with longer delays than the queue supports. */
  readonly schedules: Schedules;
  /** Holds the agent links. */
  readonly agents: LinkEndpoint;
  /** Payloads between agents and the service that are too large for a link. */
  readonly transfers: Transfers;
  /** The service's own logs. Undefined on the AWS emulators. */
  readonly serviceLogs: LogBackend | undefined;
  /** Log lines of all functions, for counting. Undefined if counts are in memory, and on the AWS emulators. */
  readonly logLines: LogEvents | undefined;
  /** Replaces the stored MCP servers that people can sign in to, for tests. */
  readonly oauthResources?: OAuthResources;
  /** Replaces the tools for administrators' AI clients, for tests of the protocol. */
  readonly mcpServerFactory?: ServerFactory;
  /** Additional kinds of jobs, for tests. */
  readonly jobKinds?: readonly JobKind[];
}
