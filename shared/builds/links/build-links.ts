import { timingSafeEqual } from "node:crypto";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { BuildRecord } from "../record.ts";

/** Tokens of links to builds. A token contains the number of its build, and is valid only for that build as it was made. */
export interface BuildLinks {
  token(record: BuildRecord): Promise<string>;
  /** Returns the number of the build in a token. Undefined if the token has expired. */
  idIn(token: string): number | undefined;
  /** True if the token was made for exactly this build. */
  isFor(token: string, record: BuildRecord): Promise<boolean>;
}

const purpose = "build link";
/** Lifetime of a token in seconds. A deployment can take hours to download a build. */
const goodForSeconds = 24 * 60 * 60;
/** Contains only digits and letters to `f`, because logs mask such sequences in addresses, as they do keys. */
const form = /^bl_([0-9a-f]{14})([0-9a-f]{10})([0-9a-f]{64})$/;

export function buildLinks(vault: Pick<Vault, "fingerprints">, clock: Clock): BuildLinks {
  const signatures = async ({ id, buildId, createdAt }: BuildRecord, until: number): Promise<readonly string[]> => {
    const found = await vault.fingerprints(purpose, JSON.stringify([id, buildId, createdAt, until]));
    return found.map((one) => Buffer.from(one, "base64url").toString("hex"));
  };
  const now = () => Math.floor(clock.now() / 1000);

  return {
    async token(record) {
      const until = now() + goodForSeconds;
      const [signature] = await signatures(record, until);
      return `bl_${hex(record.id, 14)}${hex(until, 10)}${signature}`;
    },

    idIn(token) {
      const [, id = "", until = ""] = form.exec(token) ?? [];
      return id === "" || Number.parseInt(until, 16) < now() ? undefined : Number.parseInt(id, 16);
    },

    async isFor(token, record) {
      const [, , until = "", given = ""] = form.exec(token) ?? [];
      return (await signatures(record, Number.parseInt(until, 16))).some((one) => isSame(one, given));
    },
  };
}

/** Returns a non-negative integer in hexadecimal with this number of digits. */
export function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, "0");
}

/** Compares in constant time. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
