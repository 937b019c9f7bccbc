import type { AdminSessions } from "./admin-api/admin-sessions.ts";
import type { SandboxClock } from "./clock.ts";
import type { Counters } from "./counters.ts";
import type { DataSessions } from "./data-api/sessions/data-sessions.ts";
import type { Faults } from "./faults.ts";
import type { ServerLogs } from "./logs/server-logs.ts";
import type { Usage } from "./logs/usage.ts";
import type { Webhooks } from "./odata/webhooks/webhooks.ts";
import type { RecordedAnswers } from "./replay/recorded-answers.ts";
import type { LiveWorld } from "./world/live/live-world.ts";

/** Start of a command-line tool on this machine. */
export interface ToolStart {
  readonly tool: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Running server: the state that every operation can read and change. */
export interface Host {
  /** Replaced as a whole when the control endpoint loads another world. */
  world: LiveWorld;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly counters: Counters;
  dataSessions: DataSessions;
  adminSessions: AdminSessions;
  readonly logs: ServerLogs;
  /** Usage since the last statistics. */
  readonly usage: Usage;
  /** Folder of its files, logs and tools on disk; undefined: nothing is on disk. */
  readonly folder: string | undefined;
  /** Secret that authenticates command-line tools on this machine; new for every start. */
  readonly toolSecret: string;
  /** Latest starts of tools, in order. */
  readonly toolStarts: ToolStart[];
  /** Answers of a recording, which come before the server's own. */
  readonly recorded: RecordedAnswers | undefined;
  /** OData webhooks; replaced with the world. */
  webhooks: Webhooks;
}
