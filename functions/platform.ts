import type { UploadLimits } from "#shared/files/uploads/rules.ts";
import type { OwnApi } from "#shared/http/own-api.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import type { LogBackend } from "#shared/logs/log-reader.ts";
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
import type { Queue, QueueSource } from "#shared/ports/queue.ts";
import type { Schedules } from "#shared/ports/schedules.ts";
import type { Table } from "#shared/ports/table.ts";
import type { Transfers } from "#shared/ports/transfers.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { ProxyTimeouts } from "#shared/proxy/relay/relay-plans.ts";
import type { SessionLimits } from "#shared/sessions/record.ts";
import type { UsageCounters } from "#shared/usage/counters.ts";
import type { UsageCounting } from "#shared/usage/counting.ts";
import type { releaseLimits } from "./settings/limits.ts";

/** What every function has, on Lambda as on one machine: adapters and settings, handed in once by the entry point. */
export interface CommonPlatform {
  readonly table: Table;
  readonly vault: Vault;
  readonly clock: Stopwatch;
  readonly ids: Ids;
  readonly log: Log;
  /** Work that outlives its answer. */
  readonly background: BackgroundTasks;
  /** Counts proxied calls, webhooks, deliveries, tools and jobs. */
  readonly counting: UsageCounting;
  /** What this process has counted in memory. Undefined on AWS: processes end without notice there, and the lines of the log are counted. */
  readonly counters: UsageCounters | undefined;
  /** Whether a process handles one call at a time, as an instance on Lambda does. */
  readonly hasOneCallAtATime: boolean;
  /** FileMaker Server's Data API and its Admin API, which may listen elsewhere. */
  readonly fileMaker: { readonly dataApi: Outbound; readonly adminApi: Outbound };
  /** Servers elsewhere that an administrator named. */
  readonly callouts: Callouts;
  /** Whether FileMaker Server is called for clients of MCP servers: PREVENT_DAPI_CALLOUT forbids that too. */
  readonly callsOut: boolean;
  /** Private networks that are called beside the public one, for the agent's own calls. */
  readonly calloutNetworks: readonly string[];
  /** FileMaker Server's certificate. */
  readonly certificate: CertificateProbe;
  /** When the certificate ends that callers of the service see. Undefined where something before it speaks TLS, as on AWS. Milliseconds since the epoch. */
  readonly ownCertificateEndsAt: number | undefined;
  /** FileMaker Server's public origin, as its own answers spell it. */
  readonly fileMakerOrigin: string;
  /** True if the service started the sandbox itself, which plays FileMaker Server for a demo. */
  readonly isDemo: boolean;
  /** Where callers reach us. Asked when it is needed: the port may be picked at the start. */
  readonly baseUrl: () => string;
  /** Networks whose clients count as known for every account, for the limits on guessing. */
  readonly knownNetworks: readonly string[];
  /** Whether OAuth codes are exchanged while no credentials of the identity provider are saved. */
  readonly exchangesWithoutGroups: boolean;
  /** Origins whose pages may call with a key from a browser. */
  readonly corsOrigins: readonly string[];
  /** Whether callers reach this process by any name that leads to it: on AWS a gateway answers to its own names only. */
  readonly checksHost: boolean;
  /** First segments of the service's paths. Addresses that it gives out begin with the first of them. */
  readonly prefixes: readonly [string, ...string[]];
  readonly proxyTimeouts: ProxyTimeouts;
  /** How long known keys go on while the store does not answer. Milliseconds, 0 for not at all (R3.7). */
  readonly outageMs: number;
  /** How long calls that can go on without the store wait for it. Milliseconds. */
  readonly storeWaitMs: number;
  readonly sessionLimits: SessionLimits;
  /** How long sign-ins of AI clients last, and which clients may have them. */
  readonly oauthLimits: OAuthLimits;
  /** How long the audit trail is kept. Milliseconds. */
  readonly auditKeptMs: number;
  /** How long an answer waits for files that open or close. Milliseconds. */
  readonly fileCommandMs: number;
  /** How long a stream of events goes on before its client has to come back. Milliseconds. */
  readonly eventStreamMs: number;
  /** How long an answer may wait for the end of a process: infinite where no gateway cuts it off. Milliseconds. */
  readonly answerMs: number;
  readonly uploadLimits: UploadLimits;
  /** How long deleted files are kept. Milliseconds. */
  readonly trashKeptMs: number;
  /** Ends the service in order and starts it again. Undefined where nobody could: on AWS instances come and go by themselves. */
  readonly restart: (() => void) | undefined;
  /** What work on the database host leaves free on its disks. Bytes. */
  readonly diskFloorBytes: number;
  /** What builds and deployments have where they name nothing of their own. */
  readonly releaseLimits: ReturnType<typeof releaseLimits>;
  /** What the disk of the service's own data has left. Undefined where it has none: on AWS. Bytes. */
  readonly dataDiskFreeBytes: (() => Promise<number>) | undefined;
  /** How long the body of a call may take to arrive that is read as a whole. Milliseconds. */
  readonly bodyMs: number;
  /** The largest body that a proxied call can carry: infinite where bodies stream. Bytes. */
  readonly largestBodyBytes: number;
}

/** What only some functions have on Lambda, each named by the wiring that needs it. On one machine every function has all of it. */
export interface Platform extends CommonPlatform {
  /** Bytes, and where clients bring them. */
  readonly blobs: BlobStore;
  /** Messages about work that takes long. */
  readonly queue: Queue & QueueSource;
  /** Messages about deliveries, apart from work: a receiver that hangs holds none of it up. */
  readonly deliveryQueue: Queue;
  /** Messages about deliveries for later than their queue holds them back. */
  readonly deliverySchedules: Pick<Schedules, "put">;
  /** Servers that send mail, which an administrator named. */
  readonly mailer: Mailer;
  /** The management API, for those who call it on behalf of their own callers. */
  readonly ownApi: OwnApi;
  /** Messages for later than the queue holds them back. */
  readonly schedules: Schedules;
  /** Where agents hold their links. */
  readonly agents: LinkEndpoint;
  /** Bytes between agents and the service that are too many for a link. */
  readonly transfers: Transfers;
  /** The service's own logs. Undefined where none are kept: on the emulators of AWS. */
  readonly serviceLogs: LogBackend | undefined;
  /** The lines that all functions write, which are counted there. Undefined where counts are in memory, and on the emulators of AWS. */
  readonly logLines: LogEvents | undefined;
  /** MCP servers that people may sign in to in place of those that are stored, for tests. */
  readonly oauthResources?: OAuthResources;
  /** What answers AI clients of administrators in place of the tools, for tests of what lies between. */
  readonly mcpServerFactory?: ServerFactory;
  /** Kinds of work beside those that the service brings along, for tests. */
  readonly jobKinds?: readonly JobKind[];
}
