import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { adminSessions } from "./admin-api/admin-sessions.ts";
import { sandboxClock, type TimeSource } from "./clock.ts";
import { type Counters, newCounters } from "./counters.ts";
import { dataSessions } from "./data-api/data-sessions.ts";
import { type Faults, newFaults } from "./faults.ts";
import { handleRequest } from "./handle-request.ts";
import type { Host } from "./host.ts";
import { serverLogs } from "./logs/server-logs.ts";
import { type LiveWorld, liveWorld } from "./world/live-world.ts";
import { loadWorld } from "./world/load-world.ts";
import type { World, WorldInput } from "./world/schema.ts";

/** How to start a server; everything may be left out. */
export interface ServerOptions {
  /** A world, or the path of its JSON; the demo world without one. */
  readonly world?: WorldInput | string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly host?: string;
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Where fmdapi.log and Access.log grow; nowhere without it. */
  readonly logDir?: string;
  readonly clock?: TimeSource;
}

/** A running server. */
export interface FmServer {
  /** Such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  /** Turns its clock: sessions grow idle, waits end. */
  advance(milliseconds: number): void;
  readonly faults: Pick<Faults, "set" | "clear">;
  readonly counters: Readonly<Counters> & { openSessions(): number; openAdminSessions(): number };
  /** The live state: what calls have made of it can be read here. */
  readonly world: LiveWorld;
  /** Resolves when every log line so far is on disk. */
  flushLogs(): Promise<void>;
  /** Replaces the world, all sessions end; without one the first comes back as it was. */
  reload(world?: WorldInput | string): void;
  close(): Promise<void>;
}

/** Where the world lies that is served when none is named. */
const DEMO_WORLD = new URL("../worlds/demo.json", import.meta.url);

/** Starts a FileMaker Server stand-in; it serves when the promise resolves. @throws WorldError */
export async function startServer(options: ServerOptions = {}): Promise<FmServer> {
  const first = loadWorld(options.world ?? DEMO_WORLD);
  const host = makeHost(first, options);
  const reload = (world: World = first): void => {
    const next = liveWorld(world);
    host.dataSessions.closeAll();
    host.world = next;
    host.dataSessions = dataSessions(world.server.dataApi, host.clock, host.logs);
    host.adminSessions = adminSessions(world.admin, host.clock);
  };
  const scheme = options.tls === undefined ? "http" : "https";
  const answer = (message: IncomingMessage, response: ServerResponse): void => {
    void handleRequest(host, message, response, scheme, { reload });
  };
  const server = options.tls === undefined ? createHttpServer(answer) : createHttpsServer(options.tls, answer);
  const address = await listen(server, options.port ?? 0, options.host ?? "127.0.0.1");
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    origin: `${scheme}://${name}:${address.port}`,
    advance: host.clock.advance,
    faults: host.faults,
    counters: Object.assign(host.counters, {
      openSessions: () => host.dataSessions.count(),
      openAdminSessions: () => host.adminSessions.count(),
    }),
    get world() {
      return host.world;
    },
    flushLogs: host.logs.flush,
    reload: (world) => reload(world === undefined ? undefined : loadWorld(world)),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      host.clock.close();
      await closed;
      host.dataSessions.closeAll();
      await host.logs.flush();
    },
  };
}

function makeHost(world: World, options: ServerOptions): Host {
  const clock = sandboxClock(options.clock);
  const counters = newCounters();
  const logs = serverLogs(options.logDir, world.server, clock);
  return {
    world: liveWorld(world),
    clock,
    counters,
    faults: newFaults(counters),
    logs,
    dataSessions: dataSessions(world.server.dataApi, clock, logs),
    adminSessions: adminSessions(world.admin, clock),
  };
}

function listen(server: Server, port: number, hostName: string): Promise<AddressInfo> {
  // Large uploads and hanging answers take as long as they take.
  server.requestTimeout = 0;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostName, () => resolve(server.address() as AddressInfo));
  });
}
