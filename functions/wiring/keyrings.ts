import type { KeyKind } from "../../shared/contract/key-value.ts";
import { accountStanding } from "../../shared/filemaker/account-standing.ts";
import { type AccountPlace, refusalStore } from "../../shared/filemaker/refusal-store.ts";
import { adminKeyring, keyring } from "../../shared/keys/keyring.ts";
import { lastUse } from "../../shared/keys/last-use.ts";
import { keyStore } from "../../shared/keys/store.ts";
import { eventFeed } from "./events.ts";
import { afterwards, once } from "./foundation.ts";

/** Keys as they are kept. */
export function store() {
  return once("key store", ({ table }) => keyStore(table));
}

/** Data API Keys by their values, in memory. */
export function ring() {
  return once("keyring", ({ vault, clock, outageMs }) =>
    keyring({ store: store(), vault, clock, background: afterwards(), lastUse: keyUses(), outageMs }),
  );
}

/** Admin API Keys by their values, in memory. */
export function adminRing() {
  return once("admin keyring", ({ vault, clock, outageMs }) =>
    adminKeyring({ store: store(), vault, clock, background: afterwards(), lastUse: keyUses(), outageMs }),
  );
}

/** When keys were used, on its way into the store. */
export function keyUses() {
  return once("key uses", ({ clock }) =>
    lastUse({ store: store(), firstUsed: tellOfKey, clock, background: afterwards() }),
  );
}

/** Accounts of keys that FileMaker Server refuses, as they are kept. */
export function refusals() {
  return once("refusals", ({ table, publicOrigin }) => refusalStore(table, publicOrigin));
}

/** What FileMaker Server says of the accounts behind keys, as logins and calls meet it. */
export function standing() {
  return once("standing", ({ clock }) =>
    accountStanding({ store: refusals(), changed: tellOfKeys, clock, background: afterwards() }),
  );
}

/** Tells who listens that keys of an account have begun to fail, or to work again. */
async function tellOfKeys({ credentialId, api }: AccountPlace): Promise<void> {
  const kind = api === "admin" ? "admin" : "data";
  const keys = await store().byCredential(kind, credentialId);
  await Promise.all(keys.map(({ id }) => tellOfKey(kind, id)));
}

function tellOfKey(kind: KeyKind, id: number): Promise<void> {
  return eventFeed().publish(`${kind}-key:${id}`);
}
