import { accountStanding } from "../../shared/filemaker/account-standing.ts";
import { refusalStore } from "../../shared/filemaker/refusal-store.ts";
import { adminKeyring, keyring } from "../../shared/keys/keyring.ts";
import { lastUse } from "../../shared/keys/last-use.ts";
import { keyStore } from "../../shared/keys/store.ts";
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
  return once("key uses", ({ clock }) => lastUse({ store: store(), clock, background: afterwards() }));
}

/** Accounts of keys that FileMaker Server refuses, as they are kept. */
export function refusals() {
  return once("refusals", ({ table, publicOrigin }) => refusalStore(table, publicOrigin));
}

/** What FileMaker Server says of the accounts behind keys, as logins and calls meet it. */
export function standing() {
  return once("standing", ({ clock }) => accountStanding({ store: refusals(), clock, background: afterwards() }));
}
