import type { Client } from "#shared/files/contract.ts";
import { askEach } from "../../api/ask-each.ts";
import { queryClient } from "../../api/query.ts";
import { clientMessages } from "../../messages/english/installation/clients.ts";

/** Calls `ask` for one client after the other, then reads the connected clients again. @throws SomeRefused */
export async function askClients(clients: readonly Client[], ask: (id: string) => Promise<unknown>): Promise<void> {
  try {
    await askEach(clients, ({ id }) => ask(id));
  } finally {
    for (const address of ["GET /svc/api/clients", "GET /svc/api/databases"])
      void queryClient.invalidateQueries({ queryKey: [address] });
  }
}

/** Returns the clients' names for a sentence. */
export function clientNames(clients: readonly Client[]): string {
  const [only] = clients;
  return clients.length === 1 && only?.userName ? only.userName : clientMessages.count(clients.length);
}
