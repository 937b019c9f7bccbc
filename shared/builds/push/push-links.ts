import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { hex, isSame } from "../links/build-links.ts";

/** Tokens of addresses at which another server can push one zip. A token is valid for one upload, and expires. */
export interface PushLinks {
  token(upload: string, expiresAt: number): Promise<string>;
  /** Returns the upload of a token. Undefined for every invalid token. */
  uploadIn(token: string): Promise<string | undefined>;
}

const purpose = "build push";
/** Contains only digits and letters to `f`, because logs mask such sequences in addresses, as they do keys. */
const form = /^bp_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([0-9a-f]{10})([0-9a-f]{64})$/;

export function pushLinks(vault: Pick<Vault, "fingerprints">, clock: Clock): PushLinks {
  const signatures = async (upload: string, until: number): Promise<readonly string[]> => {
    const found = await vault.fingerprints(purpose, JSON.stringify([upload, until]));
    return found.map((one) => Buffer.from(one, "base64url").toString("hex"));
  };

  return {
    async token(upload, expiresAt) {
      const until = Math.floor(expiresAt / 1000);
      const [signature] = await signatures(upload, until);
      return `bp_${upload.replaceAll("-", "")}${hex(until, 10)}${signature}`;
    },

    async uploadIn(token) {
      const parts = form.exec(token)?.slice(1);
      if (parts === undefined) return undefined;
      const [expiry = "", given = ""] = parts.slice(5);
      const [upload, until] = [parts.slice(0, 5).join("-"), Number.parseInt(expiry, 16)];
      if (until <= Math.floor(clock.now() / 1000)) return undefined;
      return (await signatures(upload, until)).some((one) => isSame(one, given)) ? upload : undefined;
    },
  };
}
