import type { Clock } from "#shared/ports/clock.ts";
import type { Key, Table } from "#shared/ports/table.ts";
import { orWithoutStore } from "./or-without-store.ts";

const dayMs = 24 * 60 * 60_000;
const rememberedMs = 30 * dayMs;
/** Minimum age of an entry before another success renews it. */
const rewrittenAfterMs = dayMs;
const maxInMemory = 20_000;
const anywhere = "anywhere";

/** Clients from which accounts were accepted within 30 days. */
export interface AcceptedClients {
  /** Returns the `clients` that an account was accepted from, and if it was accepted from any client at all. */
  find(account: string, clients: readonly string[]): Promise<{ readonly isAccepted: boolean; readonly from: string[] }>;
  remember(account: string, clients: readonly string[]): Promise<void>;
}

/** Stores accepted clients in the table, and those seen by this process also in memory, for times when the table isn't writable. */
export function acceptedClients(table: Table, clock: Clock): AcceptedClients {
  const seenUntil = new Map<string, number>();

  const note = (name: string, until: number): void => {
    seenUntil.delete(name);
    seenUntil.set(name, until);
    if (seenUntil.size > maxInMemory) seenUntil.delete(seenUntil.keys().next().value as string);
  };

  /** Returns the expiry; 0 if there is no entry. */
  const untilOf = async (account: string, client: string): Promise<number> => {
    const name = nameOf(account, client);
    const seen = seenUntil.get(name) ?? 0;
    if (seen > clock.now()) return seen;
    const item = await orWithoutStore(undefined, table.get(keyOf(account, client)));
    const until = (item?.expiresAt ?? 0) * 1000;
    if (until > 0) note(name, until);
    return until;
  };

  return {
    async find(account, clients) {
      const [isAccepted, ...known] = await Promise.all(
        [anywhere, ...clients].map(async (client) => (await untilOf(account, client)) > clock.now()),
      );
      return { isAccepted: isAccepted === true, from: clients.filter((_, index) => known[index]) };
    },

    async remember(account, clients) {
      const until = clock.now() + rememberedMs;
      for (const client of [anywhere, ...clients]) {
        if ((await untilOf(account, client)) > until - rewrittenAfterMs) continue;
        note(nameOf(account, client), until);
        const item = { ...keyOf(account, client), fields: { schema: 1 }, expiresAt: Math.ceil(until / 1000) };
        await orWithoutStore(undefined, table.put(item));
      }
    },
  };
}

function keyOf(account: string, client: string): Key {
  return { pk: `attempts#accepted#${account}`, sk: client };
}

function nameOf(account: string, client: string): string {
  return `${account} ${client}`;
}
