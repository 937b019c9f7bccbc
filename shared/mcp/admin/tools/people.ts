import type { ToolContext } from "../admin-tool.ts";
import { apiRoute } from "../api-routes.ts";
import { rows, text } from "../result-fields.ts";

const listClients = apiRoute("listClients");

/** Client of a file in previews and results. */
export interface ShownClient {
  readonly id: string;
  readonly kind: string;
  readonly user: string;
}

/** Field of results with clients of a file. */
export const clientRows = rows("Clients that have it open", {
  id: text("Number for other tools"),
  kind: text("Type of the client, such as FMPRO or FMDAPI"),
  user: text(),
});

/** Number of people that a sentence names. */
const maxNamed = 10;

/** Returns the clients that have a file open. */
export async function clientsOf(filename: string, { api }: Pick<ToolContext, "api">): Promise<readonly ShownClient[]> {
  const { clients } = await api.call(listClients, { filename });
  return clients.map(({ id, kind, userName }) => ({ id, kind, user: userName }));
}

/** Returns the sentence of a preview about the people who will be disconnected. */
export function peopleText(clients: readonly ShownClient[]): string {
  if (clients.length === 0) return "No one has it open.";
  const names = clients.slice(0, maxNamed).map(({ user }) => user || "a client without a name");
  const more = clients.length - names.length;
  const who = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `${clients.length === 1 ? "1 client" : `${clients.length} clients`} will be disconnected: ${who}.`;
}
