import { generateKeyPairSync } from "node:crypto";
import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import type { SealingVault } from "#shared/ports/vault.ts";
import { keysContext, keysKey } from "./key-store.ts";

/** Keys of the authorization server, which only sign cookies of pending sign-ins. */
export interface ServerKeys {
  /** Key for cookies, in base64url. */
  readonly cookieKey: string;
  /** Private key as JSON Web Key, which the library and the metadata require. Tokens are opaque. */
  readonly jwk: Readonly<Record<string, string>>;
}

const Stored = storedRecord("oauth/server/keys", 1, { sealedKeys: z.string() });
const Keys = z.object({ cookieKey: z.string(), jwk: z.record(z.string(), z.string()) });

/** Returns the keys, and creates them if there are none. All instances have the same keys. */
export async function serverKeys(dependencies: {
  readonly table: Table;
  readonly vault: SealingVault;
  readonly ids: Ids;
}): Promise<ServerKeys> {
  const { table, vault } = dependencies;
  const stored = await table.get(keysKey);
  if (stored !== undefined)
    return Keys.parse(JSON.parse(await vault.open(Stored.parse(stored.fields).sealedKeys, keysContext)));
  const made = newKeys(dependencies.ids);
  const sealedKeys = await vault.seal(JSON.stringify(made), keysContext);
  try {
    await table.put({ ...keysKey, fields: { schema: 1, sealedKeys } }, "absent");
    return made;
  } catch (thrown) {
    if (!(thrown instanceof ConditionFailed)) throw thrown;
    return serverKeys(dependencies); // Another instance came first, and its keys are used.
  }
}

function newKeys(ids: Ids): ServerKeys {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256", kid: ids.uuid() };
  return { cookieKey: Buffer.from(ids.bytes(32)).toString("base64url"), jwk: jwk as Record<string, string> };
}

/** Returns the public part of the key. */
export function publicKeys({ jwk: { d: _, ...shown } }: ServerKeys) {
  return { keys: [shown] };
}
