import type { DataSession } from "../data-api/sessions/data-session.ts";
import type { Host } from "../host.ts";
import type { LiveClient } from "../world/live/live-client.ts";
import { sameName } from "../world/values/same-name.ts";
import { afterDelay } from "./after-delay.ts";
import { missing, wrongState } from "./refusals.ts";

/** Returns all connected clients: users and Data API sessions. */
export function clientsOf(host: Host): readonly (LiveClient | DataSession)[] {
  return [...host.world.server.clients.values(), ...host.dataSessions.list()].sort(
    (a, b) => Number(clientId(a)) - Number(clientId(b)),
  );
}

/** Returns true if a client is a Data API session, which has no user to read a message. */
export function isSession(client: LiveClient | DataSession): client is DataSession {
  return "token" in client;
}

function clientId(client: LiveClient | DataSession): string {
  return isSession(client) ? client.clientId : client.id;
}

/** @throws FmError 1700 */
export function clientNumbered(host: Host, id: string): LiveClient | DataSession {
  const found = clientsOf(host).find((client) => clientId(client) === id);
  if (found === undefined) throw missing();
  return found;
}

/** Asks a client to disconnect, and disconnects it after the grace time; a Data API session is ended immediately. */
export function disconnectClient(
  host: Host,
  client: LiveClient | DataSession,
  { messageText = "", graceSeconds = 90 }: { readonly messageText?: string; readonly graceSeconds?: number } = {},
): void {
  if (isSession(client)) {
    host.dataSessions.close(client);
    return;
  }
  messageClients([client], messageText);
  afterDelay(host, graceSeconds * 1000, () => disconnect(host, client));
}

/** Shows a text to a client. @throws FmError 1709 for a session of the Data API */
export function messageClient(client: LiveClient | DataSession, messageText: string): void {
  if (isSession(client)) throw wrongState();
  messageClients([client], messageText);
}

/** Shows a text to several clients; does nothing if it is empty. */
export function messageClients(clients: readonly LiveClient[], messageText: string): void {
  if (messageText === "") return;
  for (const client of clients) client.messages.push(messageText);
}

/** Returns the clients that have a file open. */
export function userClientsIn(host: Host, database: string): readonly LiveClient[] {
  return [...host.world.server.clients.values()].filter(({ files }) =>
    files.some((file) => sameName(file.database, database)),
  );
}

/** Closes a file for a client, and disconnects the client if it has no other file open. */
export function closeClientFile(host: Host, client: LiveClient, database: string): void {
  client.files = client.files.filter((file) => !sameName(file.database, database));
  if (client.files.length === 0) disconnect(host, client);
}

function disconnect(host: Host, client: LiveClient): void {
  if (!host.world.server.clients.delete(client.id)) return;
  const name = `${client.userName} (${client.computerName}) [${client.ipAddress}]`;
  for (const { database, account } of client.files) host.logs.leftFile(name, database, account);
  host.logs.leftServer(name);
}
