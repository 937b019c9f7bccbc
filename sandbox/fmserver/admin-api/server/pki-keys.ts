import { createPublicKey, randomUUID } from "node:crypto";
import * as z from "zod";
import { badValue, missing } from "../../host/refusals.ts";
import type { Host } from "../../host.ts";
import type { LivePkiKey } from "../../world/live/live-server.ts";
import { PkiKey } from "../../world/schema/admin-schema.ts";
import { valuesIn } from "../admin-body.ts";
import type { AdminOperation, AdminResponse } from "../admin-operation.ts";
import { pemOf } from "../pem-of.ts";

const path = "/server/config/pkipublickey";
const access = "root";
const Names = z.object({ names: z.array(z.string()).min(1) });

/** Lists, registers, replaces and deletes public keys for PKI sign-ins. */
export const pkiKeyOperations: readonly AdminOperation[] = [
  {
    method: "GET",
    path,
    access,
    run: ({ host }) => ({ pkiPublicKey: [...host.world.server.pkiKeys.values()].map(described) }),
  },
  {
    method: "POST",
    path,
    access,
    run(call) {
      const { pkiKeys } = call.host.world.server;
      const { name, publicKey } = valuesIn(call, PkiKey);
      // An existing name gets the same refusal as an invalid key.
      if (pkiKeys.has(name) || !isAccepted(call.host, publicKey)) throw badValue();
      const key: LivePkiKey = {
        id: randomUUID(),
        name,
        publicKey,
        addedAt: call.host.clock.now(),
        lastUsedAt: undefined,
      };
      pkiKeys.set(name, key);
      return { pkiPublicKey: described(key) };
    },
  },
  {
    method: "PATCH",
    path,
    access,
    run(call) {
      const { name, publicKey } = valuesIn(call, PkiKey);
      const key = call.host.world.server.pkiKeys.get(name);
      if (key === undefined) throw missing();
      if (!isAccepted(call.host, publicKey)) throw badValue();
      key.publicKey = publicKey;
      return {};
    },
  },
  {
    method: "DELETE",
    path,
    access,
    run(call) {
      const { pkiKeys } = call.host.world.server;
      const { names } = valuesIn(call, Names);
      if (names.some((name) => !pkiKeys.has(name))) throw missing();
      for (const name of names) pkiKeys.delete(name);
      return {};
    },
  },
];

function described({ id, name, publicKey, addedAt, lastUsedAt }: LivePkiKey): AdminResponse {
  const time = (at: number | undefined): string => (at === undefined ? "" : new Date(at).toISOString());
  return { id, name, publicKey, dateAdded: time(addedAt), lastAccessed: time(lastUsedAt) };
}

/**
 * Returns true for an RSA key in a form that this version accepts. 19.6 refuses line breaks (https://github.com/wimdecorte/admin-api-token),
 * 26.0.1 accepts them (https://github.com/CORPUSfm/CORPUSfm); releases between them weren't measured.
 */
function isAccepted({ world }: Host, publicKey: string): boolean {
  const { version, publicKeyLineBreaks = Number.parseInt(version, 10) >= 20 } = world.definition.server;
  return (publicKeyLineBreaks || !publicKey.includes("\n")) && isRsaKey(publicKey);
}

function isRsaKey(publicKey: string): boolean {
  try {
    return createPublicKey(pemOf(publicKey)).asymmetricKeyType === "rsa";
  } catch {
    // Unreadable, so not a key.
    return false;
  }
}
