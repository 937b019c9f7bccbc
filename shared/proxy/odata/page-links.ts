import { timingSafeEqual } from "node:crypto";
import { ServiceError } from "#shared/contract/errors.ts";
import type { KeyCache, KeyHandle } from "#shared/keys/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { CheckedCall } from "../checked-call.ts";
import type { ODataPath } from "./path.ts";

/** Time in milliseconds for which a link to the next page works. */
const lifeMs = 10 * 60_000;
const form = /^pl_(\d{1,15})_([0-9a-z]{1,10})_([0-9a-f]{64})$/;

interface PageLinksDependencies {
  readonly keyCache: Pick<KeyCache, "findId">;
  readonly vault: Pick<Vault, "fingerprints">;
  readonly clock: Pick<Clock, "now">;
}

/** Tokens in the addresses of next pages, instead of the key. A token opens one path for reading, for some minutes. */
export interface PageLinks {
  /** Returns the key of a token. @throws ServiceError page_link_ended */
  keyOf(token: string, checked: CheckedCall, wanted: ODataPath): Promise<KeyHandle>;
  /** Returns a token for the next page of a call. */
  issue(handle: KeyHandle, wanted: ODataPath): Promise<string>;
}

/** True for a value in place of a key that claims to be a token of a page. */
export const looksLikePageLink = (value: string): boolean => value.startsWith("pl_");

export function pageLinks({ keyCache, vault, clock }: PageLinksDependencies): PageLinks {
  // In hexadecimal digits, logs mask it like any long token.
  const signatures = async (id: string, until: string, wanted: ODataPath) => {
    const [current, ...older] = await vault.fingerprints("page-link", `${id} ${until} ${placeOf(wanted)}`);
    return [hexOf(current), ...older.map(hexOf)] as const;
  };
  return {
    async keyOf(token, { call }, wanted) {
      const [, id = "", until = "", signature = ""] = form.exec(token) ?? [];
      const isSigned = id !== "" && (await signatures(id, until, wanted)).some((one) => isSame(one, signature));
      const isReading = call.method === "GET" || call.method === "HEAD";
      const isInTime = clock.now() < Number.parseInt(until, 36) * 1000;
      const handle = isSigned && isReading && isInTime ? await keyCache.findId(Number(id)) : undefined;
      if (handle === undefined) throw new ServiceError("page_link_ended");
      return handle;
    },

    async issue({ record }, wanted) {
      const [id, until] = [String(record.id), Math.ceil((clock.now() + lifeMs) / 1000).toString(36)];
      const [signature] = await signatures(id, until, wanted);
      return `pl_${id}_${until}_${signature}`;
    },
  };
}

const hexOf = (fingerprint: string): string => Buffer.from(fingerprint, "base64url").toString("hex");

/** Returns what a token is bound to: the file and the path in it, in any spelling. */
function placeOf(wanted: ODataPath): string {
  if (wanted.kind === "root") return "/";
  try {
    return `${wanted.database.folded}${decodeURIComponent(wanted.rest)}`;
  } catch (thrown) {
    if (thrown instanceof URIError) return `${wanted.database.folded}${wanted.rest}`;
    throw thrown;
  }
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
