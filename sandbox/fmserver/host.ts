import type { AdminSessions } from "./admin-api/admin-sessions.ts";
import type { SandboxClock } from "./clock.ts";
import type { Counters } from "./counters.ts";
import type { DataSessions } from "./data-api/sessions/data-sessions.ts";
import type { Faults } from "./faults.ts";
import type { ServerLogs } from "./logs/server-logs.ts";
import type { Usage } from "./logs/usage.ts";
import type { Webhooks } from "./odata/webhooks/webhooks.ts";
import type { LiveWorld } from "./world/live/live-world.ts";

/** How a command-line tool on this machine was started. */
export interface ToolStart {
  readonly tool: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** One running server: what every operation may see and change. */
export interface Host {
  /** Replaced as a whole when the control endpoint loads another. */
  world: LiveWorld;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly counters: Counters;
  dataSessions: DataSessions;
  adminSessions: AdminSessions;
  readonly logs: ServerLogs;
  /** What has gone through since the last statistics. */
  readonly usage: Usage;
  /** Where its files, logs and tools lie on disk; nowhere without one. */
  readonly folder: string | undefined;
  /** What command-line tools on this machine show to be let in; new with every start. */
  readonly toolSecret: string;
  /** How the latest of them were started, in their order. */
  readonly toolStarts: ToolStart[];
  /** OData's webhooks; they go with the world. */
  webhooks: Webhooks;
}
