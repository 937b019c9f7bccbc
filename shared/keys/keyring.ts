import { hash } from "node:crypto";
import { foldedDatabaseName } from "../contract/database-name.ts";
import type { Account } from "../filemaker/data-api.ts";
import type { Background } from "../ports/background.ts";
import type { Clock } from "../ports/clock.ts";
import { StoreUnavailable } from "../ports/table.ts";
import type { Vault } from "../ports/vault.ts";
import type { LastUse } from "./last-use.ts";
import type { DataKeyRecord } from "./record.ts";
import { databasesOf } from "./rules.ts";
import { secretKind } from "./secret.ts";
import { type KeyStore, passContext } from "./store.ts";

const freshMs = 5_000;
const staleMs = 10_000;
const mostKnown = 20_000;
const mostUnknown = 10_000;

/** A Data API Key as the proxies use it: looked up once, then kept in memory. */
export interface KeyHandle {
  readonly record: DataKeyRecord;
  /** True spelling of each file that the key names, by its folded name. */
  readonly files: ReadonlyMap<string, string>;
  /** The account behind the key, opened when a login needs it. */
  account(): Promise<Account>;
}

interface Entry {
  readonly handle: KeyHandle | undefined;
  readonly readAt: number;
}

/** Knows keys by value or id without asking the store on every call (R3.2, R3.7). */
export interface Keyring {
  /** The key with this value when memory knows it well enough, and nothing otherwise. Never waits. */
  fresh(value: string): KeyHandle | undefined;
  /** Undefined when there is no such key. @throws StoreUnavailable when the store is needed and does not answer */
  find(value: string): Promise<KeyHandle | undefined>;
  findId(id: number): Promise<KeyHandle | undefined>;
  /** Notes a use; the record follows within a minute (R3.6). */
  used(handle: KeyHandle): void;
  /** Forgets what memory knows, after a change in this process. */
  forget(): void;
}

interface KeyringDependencies {
  readonly store: KeyStore;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly background: Background;
  readonly lastUse: LastUse;
  /** How old a record may be while the store does not answer. Milliseconds; 0 for not at all. */
  readonly outageMs: number;
}

export function keyring({ store, vault, clock, background, lastUse, outageMs }: KeyringDependencies): Keyring {
  const known = new Map<string, Entry>();
  const unknown = new Map<string, Entry>();
  const reading = new Map<string, Promise<KeyHandle | undefined>>();
  let generation = 0;

  const readByValue = async (value: string) => store.bySecret("data", await vault.fingerprints("key", value));

  /** One read at a time per key. What was read before a `forget` is not kept. */
  const read = (name: string, ask: () => Promise<{ record: DataKeyRecord } | undefined>) => {
    const underWay = reading.get(name);
    if (underWay !== undefined) return underWay;
    const begun = generation;
    // What a slow store says is as old as the question.
    const readAt = clock.now();
    const answer = ask().then((stored) => {
      const handle = stored && keyHandle(stored.record, vault);
      if (begun === generation) keep(name, { handle, readAt });
      return handle;
    });
    reading.set(name, answer);
    const done = () => reading.get(name) === answer && reading.delete(name);
    answer.then(done, done);
    return answer;
  };

  /** A clock that was set back makes no record younger: it is read again. */
  const ageOf = ({ readAt }: Entry): number => {
    const age = clock.now() - readAt;
    return age < 0 ? staleMs : age;
  };

  const keep = (name: string, entry: Entry) => {
    const [map, other, most] = entry.handle ? [known, unknown, mostKnown] : [unknown, known, mostUnknown];
    other.delete(name);
    map.delete(name);
    map.set(name, entry);
    if (map.size > most) map.delete(map.keys().next().value as string);
  };

  const find = async (name: string, ask: () => Promise<{ record: DataKeyRecord } | undefined>) => {
    const entry = known.get(name) ?? unknown.get(name);
    const age = entry === undefined ? Number.POSITIVE_INFINITY : ageOf(entry);
    if (entry !== undefined && age < freshMs) return entry.handle;
    if (entry?.handle !== undefined && age < staleMs) {
      background.run("key revalidation", read(name, ask));
      return entry.handle;
    }
    try {
      return await read(name, ask);
    } catch (thrown) {
      if (thrown instanceof StoreUnavailable && entry?.handle !== undefined && age < outageMs) return entry.handle;
      throw thrown;
    }
  };

  return {
    fresh(value) {
      const entry = known.get(hash("sha256", value, "base64"));
      return entry !== undefined && ageOf(entry) < freshMs ? entry.handle : undefined;
    },

    async find(value) {
      // The checksum keeps typing errors and noise away from the store (K1).
      if (secretKind(value) !== "data") return undefined;
      return find(hash("sha256", value, "base64"), () => readByValue(value));
    },

    findId: (id) => find(`id ${id}`, () => store.byId("data", id)),

    used: ({ record }) => lastUse.note("data", record.id, record.lastUsed),

    forget() {
      generation += 1;
      known.clear();
      unknown.clear();
      reading.clear();
    },
  };
}

function keyHandle(record: DataKeyRecord, vault: Vault): KeyHandle {
  let account: Promise<Account> | undefined;
  return {
    record,
    files: new Map(databasesOf(record).map((name) => [foldedDatabaseName(name), name])),
    account() {
      account ??= vault
        .open(record.sealedPass, passContext("data", record.id))
        .then((pass) => ({ user: record.user, pass }));
      return account;
    },
  };
}
