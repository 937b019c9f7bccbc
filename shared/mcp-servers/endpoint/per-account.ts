import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { FileAccount } from "./file-account.ts";

/** View of an account on a file, refreshed periodically. */
export interface PerAccount<Seen> {
  of(account: FileAccount, filename: string): Promise<Seen>;
  /** Removes a cached view because FileMaker Server's response contradicts it. The next call reads it again. */
  forget(account: Pick<FileAccount, "id">, filename: string): void;
}

/** Cache time in milliseconds. */
const keptMs = 5 * 60_000;
/** Cache time of a failed read in milliseconds. */
const failureKeptMs = 30_000;

interface PerAccountOptions<Seen> {
  readonly clock: Pick<Clock, "now">;
  readonly read: (account: FileAccount, filename: string) => Promise<Seen>;
  readonly maxEntries: number;
}

/** Caches views of accounts in memory: for five minutes, or for 30 seconds if the read failed. */
export function perAccount<Seen extends { readonly kind: "known" | "unknown" }>({
  clock,
  read,
  maxEntries,
}: PerAccountOptions<Seen>): PerAccount<Seen> {
  const entries = new Map<string, { readonly seen: Promise<Seen>; until: number }>();
  const nameOf = ({ id }: Pick<FileAccount, "id">, filename: string) => `${id}/${normalizedDatabaseName(filename)}`;

  return {
    of(account, filename) {
      const name = nameOf(account, filename);
      const known = entries.get(name);
      if (known !== undefined && known.until > clock.now()) return known.seen;
      const entry = { seen: read(account, filename), until: clock.now() + keptMs };
      entries.delete(name);
      entries.set(name, entry);
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value as string);
      entry.seen.then(
        ({ kind }) => {
          if (kind === "unknown") entry.until = clock.now() + failureKeptMs;
        },
        () => entries.delete(name),
      );
      return entry.seen;
    },

    forget: (account, filename) => void entries.delete(nameOf(account, filename)),
  };
}
