import { foldedDatabaseName, fullDatabaseName } from "../contract/database-name.ts";
import type { DataApi } from "../filemaker/data-api.ts";
import type { KeyHandle } from "../keys/keyring.ts";
import type { Clock } from "../ports/clock.ts";

const freshMs = 60_000;
const mostAccounts = 1_000;

/** True spellings of files that a key opens without naming them: FileMaker takes a token only in the spelling of its login. */
export interface FileSpellings {
  /** The file's full name as FileMaker lists it, or as asked for when it does not list it. */
  spelling(handle: KeyHandle, name: string): Promise<string>;
}

interface Listing {
  readonly names: Promise<ReadonlyMap<string, string>>;
  readonly askedAt: number;
}

export function fileSpellings({ dataApi, clock }: { readonly dataApi: DataApi; readonly clock: Clock }): FileSpellings {
  const listings = new Map<string, Listing>();

  const list = async (handle: KeyHandle): Promise<ReadonlyMap<string, string>> => {
    const names = await dataApi.databases(await handle.account());
    return new Map(names.map((name) => [foldedDatabaseName(name), fullDatabaseName(name)]));
  };

  return {
    async spelling(handle, name) {
      const { credentialId } = handle.record;
      let listing = listings.get(credentialId);
      if (listing === undefined || clock.now() - listing.askedAt > freshMs) {
        listing = { names: list(handle), askedAt: clock.now() };
        listing.names.catch(() => listings.delete(credentialId)); // Whoever waits for it is told; the next call asks again.
        listings.set(credentialId, listing);
        if (listings.size > mostAccounts) listings.delete(listings.keys().next().value as string);
      }
      return (await listing.names).get(foldedDatabaseName(name)) ?? name;
    },
  };
}
