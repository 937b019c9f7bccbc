import { Server as HttpsServer } from "node:https";
import type { Server, Socket } from "node:net";
import type { Duplex } from "node:stream";
import ipaddr from "ipaddr.js";
import { addressGroup } from "#shared/http/address-group.ts";
import { transportOf } from "./client-answer.ts";
import type { GatewayLimits } from "./gateway-limits.ts";

export interface ConnectionLimits
  extends Pick<GatewayLimits, "connections" | "connectionsPerAddress" | "reservedConnections" | "fewConnections"> {
  /** True for addresses that represent many clients. Only the limit of all connections applies to them. */
  readonly isExempt: (address: string) => boolean;
}

/** Connections of a server with limits. */
export interface LimitedConnections {
  /** Keeps the connection of a request until the request has arrived and is answered. */
  keepDuring(request: CountedRequest, answer: CountedAnswer): void;
  /**
   * Keeps a connection that carries no more requests. `forwardedFor` is the client's address if a proxy opened the connection.
   * Returns false if that client has too many connections: this one is closed.
   */
  keepUpgraded(socket: Duplex, forwardedFor: string | undefined): boolean;
}

interface CountedRequest extends CountedAnswer {
  readonly socket: Socket;
  readonly complete: boolean;
  readonly closed: boolean;
}

interface CountedAnswer {
  once(event: "close", listener: () => void): unknown;
}

/** Network that limits count as one client. */
interface Client {
  readonly group: string;
  readonly isExempt: boolean;
  open: number;
}

interface Connection {
  client: Client;
  readonly socket: Socket;
  /** Socket of the requests. Undefined until the TLS handshake is done. */
  requestSocket: Socket | undefined;
  /** Number of requests that haven't arrived completely or aren't answered yet. */
  openRequests: number;
  /** Bytes received up to the last answer. */
  answeredBytes: number;
}

/**
 * Limits connections in total and per client. At a limit, the connection that has been idle longest is closed for the new one.
 * A connection with a request in progress is never closed for another: if none is idle, the new one is closed unread. The last
 * `reservedConnections` are for clients with fewer than `fewConnections`, so that a few busy clients don't lock out the others.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): LimitedConnections {
  const { connections, connectionsPerAddress, reservedConnections, fewConnections } = limits;
  const clients = new Map<string, Client>();
  const open = new Set<Connection>();
  /** Idle connections, longest idle first. */
  const idle = new Set<Connection>();
  const bySocket = new WeakMap<Duplex, Connection>();

  const clientAt = (address: string): Client => {
    const isExempt = limits.isExempt(address);
    const group = isExempt ? "exempt" : addressGroup(address);
    return clients.get(group) ?? { group, isExempt, open: 0 };
  };
  const countFor = (client: Client): void => {
    client.open += 1;
    clients.set(client.group, client);
  };
  const countOffFrom = (client: Client): void => {
    client.open -= 1;
    if (client.open === 0) clients.delete(client.group);
  };
  const forget = (connection: Connection): void => {
    idle.delete(connection);
    if (open.delete(connection)) countOffFrom(connection.client);
  };

  const hasFew = (client: Client): boolean => client.isExempt || client.open < fewConnections;
  /** Closes the longest idle connection whose client has the lowest rank. Skips clients without a rank. */
  const closeIdle = (rank: (client: Client) => number | undefined): boolean => {
    let found: { readonly connection: Connection; readonly rank: number } | undefined;
    for (const connection of idle) {
      const rankHere = hasBegunRequest(connection) ? undefined : rank(connection.client);
      if (rankHere === undefined || rankHere >= (found?.rank ?? Number.POSITIVE_INFINITY)) continue;
      found = { connection, rank: rankHere };
      if (rankHere === 0) break;
    }
    if (found === undefined) return false;
    forget(found.connection);
    found.connection.socket.destroy();
    return true;
  };
  const isWithinClientLimit = (client: Client): boolean =>
    client.isExempt || client.open < connectionsPerAddress || closeIdle((other) => (other === client ? 0 : undefined));
  const isWithinLimit = (client: Client): boolean =>
    hasFew(client)
      ? open.size < connections || closeIdle((other) => (other.isExempt ? 2 : hasFew(other) ? 1 : 0))
      : open.size < connections - reservedConnections || closeIdle((other) => (hasFew(other) ? undefined : 0));

  server.on("connection", (socket: Socket) => {
    const client = clientAt(socket.remoteAddress ?? "");
    if (!isWithinClientLimit(client) || !isWithinLimit(client)) {
      socket.destroy();
      return;
    }
    const requestSocket = server instanceof HttpsServer ? undefined : socket;
    const connection: Connection = { client, socket, requestSocket, openRequests: 0, answeredBytes: 0 };
    countFor(client);
    open.add(connection);
    idle.add(connection);
    bySocket.set(socket, connection);
    socket.once("close", () => forget(connection));
  });
  server.on("secureConnection", (secured: Socket) => {
    const connection = bySocket.get(transportOf(secured) ?? secured);
    if (connection === undefined) return;
    connection.requestSocket = secured;
    bySocket.set(secured, connection);
  });

  return {
    keepDuring(request, answer) {
      const connection = bySocket.get(request.socket);
      if (connection === undefined) return;
      const end = (): void => {
        connection.openRequests -= 1;
        connection.answeredBytes = connection.requestSocket?.bytesRead ?? 0;
        if (connection.openRequests === 0 && open.has(connection)) idle.add(connection);
      };
      connection.openRequests += 1;
      idle.delete(connection);
      answer.once("close", () => (request.complete || request.closed ? end() : request.once("close", end)));
    },

    keepUpgraded(socket, forwardedFor) {
      const connection = bySocket.get(socket);
      if (connection === undefined || !open.has(connection)) return false;
      idle.delete(connection);
      if (forwardedFor === undefined) return true;
      const client = clientAt(forwardedFor);
      if (!isWithinClientLimit(client)) {
        socket.destroy();
        return false;
      }
      countOffFrom(connection.client);
      countFor(client);
      connection.client = client;
      return true;
    },
  };
}

/** True if part of an unanswered request has arrived. */
function hasBegunRequest({ requestSocket, answeredBytes }: Connection): boolean {
  return requestSocket !== undefined && requestSocket.bytesRead > answeredBytes;
}

/** True for programs on this machine, such as a reverse proxy. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
