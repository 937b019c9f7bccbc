import { randomBytes } from "node:crypto";
import type { TimeSource } from "../../clock.ts";
import { FmError } from "../../fm-error.ts";
import { type Lockout, lockout } from "../../lockout.ts";
import type { ServerLogs } from "../../logs/server-logs.ts";
import type { LiveAccount, LiveDatabase } from "../../world/live/live-database.ts";
import type { World } from "../../world/schema/world-schema.ts";
import type { ContainerFile } from "../../world/values/cell.ts";
import type { DataSession } from "./data-session.ts";

/** Container file whose address a session has received. */
interface Stream {
  readonly session: DataSession;
  /** Returns the current content of the container, if any. */
  read(): ContainerFile | undefined;
}

/** Open sessions of the Data API. */
export interface DataSessions {
  readonly lockout: Lockout;
  /** @throws FmError 956 if the maximum number of sessions is open. */
  open(client: Pick<DataSession, "database" | "spelling" | "account" | "peer">): DataSession;
  /** Returns the active session of a token and restarts its idle time; undefined if it is unknown or was idle for too long. */
  use(token: string): DataSession | undefined;
  close(session: DataSession): void;
  closeFile(database: LiveDatabase): void;
  closeAll(): void;
  count(): number;
  list(): readonly DataSession[];
  /** Returns the container file of an address, while its session is active. */
  stream(key: string): Stream | undefined;
  rememberStream(key: string, stream: Stream): void;
}

export function dataSessions(
  limits: World["server"]["dataApi"],
  clock: TimeSource,
  logs: ServerLogs,
  newClientId: () => string,
): DataSessions {
  const byToken = new Map<string, DataSession>();
  const byStreamKey = new Map<string, Stream>();
  const idleMilliseconds = limits.idleMinutes * 60_000;
  const isIdle = (session: DataSession): boolean =>
    session.busy === 0 && clock.now() - session.lastUsedAt >= idleMilliseconds;

  const close = (session: DataSession): void => {
    if (session.closed) return;
    session.closed = true;
    byToken.delete(session.token);
    if (limits.streamAfterLogout === "dies") forgetStreams(session);
    logs.disconnected(clientName(session), session.database.name, session.account.account.name);
  };
  const forgetStreams = (session: DataSession): void => {
    for (const key of session.streamKeys) byStreamKey.delete(key);
  };
  const sweep = (): void => {
    for (const session of byToken.values()) if (isIdle(session)) close(session);
  };

  return {
    lockout: lockout(limits.lockout, clock),
    open(client) {
      if (byToken.size >= limits.maxSessions) sweep();
      if (byToken.size >= limits.maxSessions) throw new FmError("956");
      const session: DataSession = {
        ...client,
        token: randomBytes(26).toString("hex"),
        clientId: newClientId(),
        openedAt: clock.now(),
        lastUsedAt: clock.now(),
        busy: 0,
        closed: false,
        tail: Promise.resolve(),
        globals: new Map(),
        streamCookie: randomBytes(16).toString("hex").toUpperCase(),
        streamSecret: randomBytes(32).toString("hex"),
        streamKeys: new Set(),
      };
      byToken.set(session.token, session);
      logs.connected(clientName(session), session.database.name, session.account.account.name, session.peer);
      return session;
    },
    use(token) {
      const session = byToken.get(token);
      if (session === undefined) return undefined;
      if (isIdle(session)) {
        close(session);
        return undefined;
      }
      session.lastUsedAt = clock.now();
      return session;
    },
    close,
    closeFile(database) {
      for (const session of byToken.values()) if (session.database === database) close(session);
    },
    closeAll() {
      for (const session of byToken.values()) close(session);
    },
    count() {
      sweep();
      return byToken.size;
    },
    list() {
      sweep();
      return [...byToken.values()];
    },
    stream(key) {
      const stream = byStreamKey.get(key);
      if (stream === undefined || !isIdle(stream.session)) return stream;
      close(stream.session);
      forgetStreams(stream.session);
      return undefined;
    },
    rememberStream(key, stream) {
      stream.session.streamKeys.add(key);
      byStreamKey.set(key, stream);
    },
  };
}

function clientName(session: { readonly account: LiveAccount; readonly peer: string }): string {
  return `${session.account.account.name} (Data API) [${session.peer}]`;
}
