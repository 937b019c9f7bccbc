import type { Client } from "#shared/files/contract.ts";
import { queryClient } from "../../api/query.ts";
import { clientMessages } from "../../messages/clients.ts";

/** Asks for one client after the other, whatever becomes of the others. @throws the first refusal, with how many there were */
export async function askClients(clients: readonly Client[], ask: (id: string) => Promise<unknown>): Promise<void> {
  const refusals: unknown[] = [];
  for (const { id } of clients) await ask(id).catch((thrown: unknown) => refusals.push(thrown));
  for (const address of ["GET /svc/api/clients", "GET /svc/api/databases"])
    void queryClient.invalidateQueries({ queryKey: [address] });
  if (refusals.length > 0) throw new SomeRefused(refusals[0], refusals.length, clients.length);
}

/** Some, or all, could not be asked; only the first reason is shown. */
export class SomeRefused extends Error {
  override readonly name = "SomeRefused";
  readonly first: Error;
  /** Undefined where there was only one to ask. */
  readonly count: string | undefined;

  constructor(first: unknown, failed: number, asked: number) {
    super("Not everybody could be asked");
    this.first = first instanceof Error ? first : new Error(String(first));
    this.count = asked > 1 ? clientMessages.partly(failed, asked) : undefined;
  }
}

/** The clients as a sentence says them. */
export function clientNames(clients: readonly Client[]): string {
  const [only] = clients;
  return clients.length === 1 && only?.userName ? only.userName : clientMessages.count(clients.length);
}
