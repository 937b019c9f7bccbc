import type { Clock } from "#shared/ports/clock.ts";
import type { Key, Table } from "#shared/ports/table.ts";
import { orWithoutStore } from "./or-without-store.ts";

const dayMs = 24 * 60 * 60_000;
const rememberedMs = 30 * dayMs;
/** How much of the time has to be over before a further success is written. */
const rewrittenAfterMs = dayMs;
const mostInMemory = 20_000;
const anywhere = "anywhere";

/** From which clients accounts were accepted within 30 days. */
export interface AcceptedClients {
  /** Those of `clients` that an account was accepted from, and whether it was accepted from any at all. */
  find(account: string, clients: readonly string[]): Promise<{ readonly isAccepted: boolean; readonly from: string[] }>;
  remember(account: string, clients: readonly string[]): Promise<void>;
}

/** Kept in the table, and in memory as far as this process has seen them, for the time that the table takes none. */
export function acceptedClients(table: Table, clock: Clock): AcceptedClients {
  const seenUntil = new Map<string, number>();

  const note = (name: string, until: number): void => {
    seenUntil.delete(name);
    seenUntil.set(name, until);
    if (seenUntil.size > mostInMemory) seenUntil.delete(seenUntil.keys().next().value as string);
  };

  /** Until when it is remembered; 0 where it is not. */
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
