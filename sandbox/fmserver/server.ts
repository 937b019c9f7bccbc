import { randomBytes } from "node:crypto";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { join, resolve } from "node:path";
import { adminSessions } from "./admin-api/admin-sessions.ts";
import { sandboxClock, type TimeSource } from "./clock.ts";
import { type Counters, newCounters } from "./counters.ts";
import { dataSessions } from "./data-api/sessions/data-sessions.ts";
import { closeFolder, openFolder } from "./disk/open-folder.ts";
import { placedWorld } from "./disk/placed-world.ts";
import { FOLDERS } from "./disk/server-folder.ts";
import { type Faults, newFaults } from "./faults.ts";
import { handleRequest } from "./handle-request.ts";
import { endSchedule, loadSchedules } from "./host/schedule-times.ts";
import type { Host, ToolStart } from "./host.ts";
import { listen } from "./http/listen.ts";
import { type LogFolders, serverLogs } from "./logs/server-logs.ts";
import { newUsage } from "./logs/usage.ts";
import { writeStatistics } from "./logs/write-statistics.ts";
import { webhooks } from "./odata/webhooks/webhooks.ts";
import { recordedAnswers } from "./replay/recorded-answers.ts";
import { refuseTaken, removeConnection, writeConnection } from "./tool-endpoint/connection.ts";
import { toolEndpoint } from "./tool-endpoint/tool-endpoint.ts";
import { type LiveWorld, liveWorld } from "./world/live/live-world.ts";
import { loadWorld } from "./world/load-world.ts";
import type { Profile } from "./world/schema/server-schema.ts";
import type { World, WorldInput } from "./world/schema/world-schema.ts";
import { worldCertificate } from "./world-certificate.ts";

/** Options of a server, all optional. */
export interface ServerOptions {
  /** World, or the path of its JSON. Default: the demo world. */
  readonly world?: WorldInput | string;
  /** Profile for worlds that don't name one. Default: measured. */
  readonly profile?: Profile;
  /** Default: 0, a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Port on which the Admin API also answers without TLS, as on the server's own machine; 0: a free port. Default: none. */
  readonly adminPort?: number;
  /** `world`: with the certificate that the world describes. */
  readonly tls?: { readonly cert: string; readonly key: string } | "world";
  /** Folder of the logs. Default: `Logs` in `folder`; without both, no logs are written. */
  readonly logDir?: string;
  /** Folder for the server's folders, files and command-line tools, corresponding to `/opt/FileMaker/FileMaker Server`. */
  readonly folder?: string;
  readonly clock?: TimeSource;
  /** Folder of a recording, whose answers come before the server's own. */
  readonly replay?: string;
}

export interface FmServer {
  /** For example `http://127.0.0.1:41234`. */
  readonly origin: string;
  /** Origin of the Admin API's separate port, if requested. */
  readonly adminOrigin: string | undefined;
  /** Certificate that clients must trust, if `tls` is `world`. */
  readonly authority: string | undefined;
  /** Advances the clock: sessions become idle, waits end. */
  advance(milliseconds: number): void;
  readonly faults: Pick<Faults, "set" | "clear">;
  readonly counters: Readonly<Counters> & { openSessions(): number; openAdminSessions(): number };
  /** Latest starts of command-line tools, which tests check for secrets. */
  readonly toolStarts: readonly ToolStart[];
  /** Live state, including the results of calls. */
  readonly world: LiveWorld;
  /** Resolves when all log lines so far are on disk. */
  flushLogs(): Promise<void>;
  /** Replaces the world and ends all sessions; without an argument, restores the initial world. */
  reload(world?: WorldInput | string): void;
  close(): Promise<void>;
}

/** Location of the default world. */
const DEMO_WORLD = new URL("../worlds/demo.json", import.meta.url);

/** Starts a FileMaker Server stand-in, which accepts requests when the promise resolves. @throws WorldError */
export async function startServer(options: ServerOptions = {}): Promise<FmServer> {
  const folder = options.folder === undefined ? undefined : resolve(options.folder);
  const read = (source: WorldInput | string | URL): World => placedWorld(loadWorld(source, options.profile), folder);
  const first = read(options.world ?? DEMO_WORLD);
  if (folder !== undefined) await refuseTaken(folder);
  const host = makeHost(first, { ...options, ...(folder === undefined ? {} : { folder }) });
  openFolder(host);
  loadSchedules(host);
  writeStatistics(host);
  const reload = (world: World = first): void => {
    const next = liveWorld(world, host.clock.now());
    host.dataSessions.closeAll();
    for (const schedule of host.world.server.schedules.values()) endSchedule(schedule);
    // Without this, waiting for a file of the old world would never end.
    for (const { settled } of host.world.databases) for (const publish of settled) publish();
    host.world = next;
    host.dataSessions = sessionsOf(next, host.clock, host.logs);
    host.adminSessions = adminSessions(world.admin, host.clock);
    host.webhooks.close();
    host.webhooks = webhooks(host.clock, world.server.odata.webhookRetrySeconds);
    openFolder(host, { afresh: true });
    loadSchedules(host);
  };
  const scheme = options.tls === undefined ? "http" : "https";
  const answerAt =
    (scheme: "http" | "https", listener: "public" | "local") =>
    (message: IncomingMessage, response: ServerResponse): void => {
      void handleRequest(
        host,
        message,
        response,
        scheme,
        { reload: (world) => reload(world === undefined ? undefined : read(world)) },
        listener,
      );
    };
  const answer = answerAt(scheme, "public");
  const made = options.tls === "world" ? worldCertificate(first.server, Date.now()) : undefined;
  const tls = options.tls === "world" ? made : options.tls;
  const server = tls === undefined ? createHttpServer(answer) : createHttpsServer(tls, answer);
  const origin = await listen(server, scheme, options.port ?? 0, options.host ?? "127.0.0.1");
  const adminServer = createHttpServer(answerAt("http", "local"));
  const toolServer = createHttpServer(toolEndpoint(host));
  const servers = [
    server,
    ...(options.adminPort === undefined ? [] : [adminServer]),
    ...(folder === undefined ? [] : [toolServer]),
  ];
  let adminOrigin: string | undefined;
  if (folder !== undefined) writeConnection(folder, await listen(toolServer, "http", 0, "127.0.0.1"), host.toolSecret);
  if (options.adminPort !== undefined) {
    try {
      // Only for callers on this machine.
      adminOrigin = await listen(adminServer, "http", options.adminPort, "127.0.0.1");
    } catch (error) {
      server.close();
      toolServer.close();
      throw error;
    }
  }
  return {
    origin,
    adminOrigin,
    advance: host.clock.advance,
    faults: host.faults,
    counters: Object.assign(host.counters, {
      openSessions: () => host.dataSessions.count(),
      openAdminSessions: () => host.adminSessions.count(),
    }),
    authority: made?.authority,
    toolStarts: host.toolStarts,
    get world() {
      return host.world;
    },
    flushLogs: host.logs.flush,
    reload: (world) => reload(world === undefined ? undefined : read(world)),
    async close() {
      const closed = servers.map((one) => new Promise((resolve) => one.close(resolve)));
      for (const one of servers) one.closeAllConnections();
      for (const schedule of host.world.server.schedules.values()) endSchedule(schedule);
      host.webhooks.close();
      host.clock.close();
      await Promise.all(closed);
      host.dataSessions.closeAll();
      closeFolder(host);
      if (folder !== undefined) removeConnection(folder);
      await host.logs.flush();
    },
  };
}

function makeHost(world: World, options: ServerOptions): Host {
  const clock = sandboxClock(options.clock);
  const counters = newCounters();
  const logs = serverLogs(logFolders(options), world.server, clock);
  const live = liveWorld(world, clock.now());
  return {
    world: live,
    clock,
    counters,
    folder: options.folder,
    toolSecret: randomBytes(32).toString("base64url"),
    toolStarts: [],
    faults: newFaults(counters),
    logs,
    recorded: options.replay === undefined ? undefined : recordedAnswers(options.replay),
    usage: newUsage(clock, logs.areKept),
    dataSessions: sessionsOf(live, clock, logs),
    adminSessions: adminSessions(world.admin, clock),
    webhooks: webhooks(clock, world.server.odata.webhookRetrySeconds),
  };
}

/** Returns the log folders. fac.log is with the other logs, unless there is a complete server folder, where it has its own place. */
function logFolders({ logDir, folder }: ServerOptions): LogFolders | undefined {
  if (logDir !== undefined) return { logs: logDir, adminLogs: logDir };
  return folder === undefined
    ? undefined
    : { logs: join(folder, FOLDERS.logs), adminLogs: join(folder, FOLDERS.adminLogs) };
}

function sessionsOf({ definition, server }: LiveWorld, clock: TimeSource, logs: Host["logs"]): Host["dataSessions"] {
  return dataSessions(definition.server.dataApi, clock, logs, () => server.nextId("client"));
}
