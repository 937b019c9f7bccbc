import { timingSafeEqual } from "node:crypto";
import type { Vault } from "#shared/ports/vault.ts";
import type { DownloadRecord } from "./record.ts";

/** Tokens of links. A token contains the id of its download. Everything else it is bound to is in its signature. */
export interface DownloadTokens {
  make(record: DownloadRecord): Promise<string>;
  /** Returns the id of the download in a token. Undefined if it isn't a token. */
  idIn(token: string): string | undefined;
  /** True if the token was made for exactly this download. */
  isFor(token: string, record: DownloadRecord): Promise<boolean>;
}

const purpose = "download link";
/** Contains only digits and letters to `f`, because logs mask such sequences in addresses, as they do keys. */
const form = /^dl_([0-9a-f]{32})([0-9a-f]{64})$/;

export function downloadTokens(vault: Pick<Vault, "fingerprints">): DownloadTokens {
  const signatures = async (record: DownloadRecord): Promise<readonly string[]> => {
    const { id, kind, files, name, keyId, createdAt, expiresAt } = record;
    const signedText = JSON.stringify([id, kind, files, name, keyId, createdAt, expiresAt]);
    const found = await vault.fingerprints(purpose, signedText);
    return found.map((one) => Buffer.from(one, "base64url").toString("hex"));
  };

  return {
    async make(record) {
      const [signature] = await signatures(record);
      return `dl_${record.id.replaceAll("-", "")}${signature}`;
    },

    idIn(token) {
      const [, id] = form.exec(token) ?? [];
      return id?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },

    async isFor(token, record) {
      const [, , given = ""] = form.exec(token) ?? [];
      return (await signatures(record)).some((one) => isSame(one, given));
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
