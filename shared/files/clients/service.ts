import type { AdministratorOf } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { CommandOutcome } from "#shared/filemaker/commands/command-outcome.ts";
import type { ClientRow, ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { Client, files } from "../contract.ts";

interface ClientServiceDependencies {
  readonly server: ServerCommands;
  readonly administrator: AdministratorOf;
}

/** Lists, disconnects and messages clients of FileMaker Server. */
export function clientService({
  server,
  administrator,
}: ClientServiceDependencies): Pick<ServiceOf<typeof files>, "listClients" | "disconnectClient" | "messageClient"> {
  return {
    async listClients({ filename }, call) {
      const clients = await server.clients(await administrator(call));
      const normalized = filename === undefined ? undefined : normalizedDatabaseName(filename);
      const wanted = clients.filter(
        (client) =>
          normalized === undefined || client.files.some((file) => normalizedDatabaseName(file.filename) === normalized),
      );
      return { clients: wanted.map(shown).sort((one, other) => Number(one.id) - Number(other.id)) };
    },

    async disconnectClient({ id, message, graceSeconds }, call) {
      const credential = await administrator(call);
      return done(await server.disconnect(credential, id, { messageText: message, graceSeconds }));
    },

    async messageClient({ id, message }, call) {
      return done(await server.message(await administrator(call), id, message));
    },
  };
}

function done(outcome: CommandOutcome): { ok: true } {
  if (outcome === "missing") throw new ServiceError("client_not_found");
  if (outcome === "forbidden") throw new ServiceError("client_not_reachable");
  return { ok: true };
}

function shown({ connectedAt, files: open, ...client }: ClientRow): Client {
  const since = Date.parse(connectedAt);
  return { ...client, connectedAt: Number.isNaN(since) ? null : timestamp(since), files: [...open] };
}
