import { hkdfSync } from "node:crypto";
import { existsSync } from "node:fs";
import type { FingerprintSecrets } from "#shared/fingerprints/versions.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { boundData, decrypt, encrypt } from "#shared/ports/sealing.ts";
import { type SealContext, type SealingVault, VaultRefused } from "#shared/ports/vault.ts";
import {
  changeMasterKeys,
  createMasterKeyFile,
  type MasterKey,
  MasterKeyFileError,
  type MasterKeys,
  newMasterKey,
  readMasterKeys,
} from "./master-keys.ts";

export interface VaultOptions {
  /** The master key file, outside the data folder and its backups. */
  readonly file: string;
  readonly createIfMissing: boolean;
  readonly clock: Pick<Clock, "now">;
  readonly ids: Pick<Ids, "bytes">;
}

/** Sealing with a file of master keys. */
export interface LocalVault extends SealingVault {
  /** Adds a master key, which seals everything from now on. Older keys still open what they sealed. */
  rotate(): void;
  /** Deletes an older master key. Values that were sealed with it are lost. */
  retire(kid: string): void;
  /** IDs of the master keys, newest first. */
  readonly kids: readonly string[];
  /** Returns the secrets of HMAC IDs that older versions derived from each master key, newest first. */
  derivedSecrets(): readonly FingerprintSecrets[];
}

/** @throws MasterKeyFileError */
export function openVault({ file, createIfMissing, clock, ids }: VaultOptions): LocalVault {
  if (createIfMissing && !existsSync(file)) {
    createMasterKeyFile(file, newMasterKey(ids), Buffer.from(ids.bytes(6)).toString("hex"));
  }
  let keys: MasterKeys = readMasterKeys(file);
  let derived = new Map<string, Buffer>();
  let window: DataKey | undefined;

  function adopt(fresh: MasterKeys): void {
    keys = fresh;
    derived = new Map();
    window = undefined;
  }

  /** Derives a key for one purpose; it reveals nothing about the master key or other purposes. */
  function derive({ kid, secret }: MasterKey, purpose: string): Buffer {
    const name = `${kid} ${purpose}`;
    const known = derived.get(name);
    if (known !== undefined) return known;
    const key = Buffer.from(hkdfSync("sha256", secret, "", `latchkey ${purpose}`, 32));
    derived.set(name, key);
    return key;
  }

  function dataKey(): DataKey {
    const now = clock.now();
    if (window !== undefined && window.uses < maxUses && now >= window.from && now - window.from <= windowMs) {
      return window;
    }
    const [master] = keys;
    const key = Buffer.from(ids.bytes(32));
    const wrapped = encrypt(derive(master, "wrap"), ids.bytes(12), key, boundData("data key", master.kid));
    window = { kid: master.kid, key, wrapped: wrapped.toString("base64url"), from: now, uses: 0 };
    return window;
  }

  function masterKey(kid: string): MasterKey | undefined {
    return keys.find((key) => key.kid === kid);
  }

  function openNow(sealed: string, context: SealContext): string {
    const { kid, wrapped, text } = parts(sealed);
    // Another process may have rotated the key since this one read the file.
    if (masterKey(kid) === undefined) adopt(readMasterKeys(file));
    const master = masterKey(kid);
    if (master === undefined) throw new VaultRefused(`The master key ${kid} is missing`);
    try {
      const key = decrypt(derive(master, "wrap"), wrapped, boundData("data key", kid));
      return decrypt(key, text, boundData("sealed", context.item, context.field, kid)).toString();
    } catch (error) {
      throw new VaultRefused("The value was changed, or encrypted for another item or field", { cause: error });
    }
  }

  return {
    async seal(plaintext, context) {
      const current = dataKey();
      current.uses += 1;
      const aad = boundData("sealed", context.item, context.field, current.kid);
      const text = encrypt(current.key, ids.bytes(12), Buffer.from(plaintext), aad);
      return [version, current.kid, current.wrapped, text.toString("base64url")].join(".");
    },
    open: async (sealed, context) => openNow(sealed, context),
    derivedSecrets: () =>
      keys.map((key) => ({
        secret: Buffer.from(ids.bytes(32)).toString("base64"),
        purposes: Object.fromEntries(
          derivedPurposes.map((purpose) => [purpose, derive(key, `fingerprint ${purpose}`).toString("base64")]),
        ),
      })),
    isCurrent: (sealed) => sealed.startsWith(`${version}.${keys[0].kid}.`),
    rotate() {
      adopt(changeMasterKeys(file, (before) => [newMasterKey(ids), ...before]));
    },
    retire(kid) {
      adopt(changeMasterKeys(file, (before) => without(before, kid)));
    },
    get kids() {
      return keys.map((key) => key.kid);
    },
  };
}

const version = "v1";
/** Purposes of IDs whose secrets were derived. */
const derivedPurposes = [
  "key",
  "credential",
  "admin credential",
  "attempts",
  "native session",
  "admin login",
  "download link",
  "host-file-link",
  "blob address",
];
const windowMs = 5 * 60_000;
const maxUses = 10_000;

/** Key that seals values for a while, with its wrapped form as sealed values contain it. */
interface DataKey {
  readonly kid: string;
  readonly key: Buffer;
  readonly wrapped: string;
  readonly from: number;
  uses: number;
}

function parts(sealed: string): { readonly kid: string; readonly wrapped: Buffer; readonly text: Buffer } {
  const [, kid, wrapped, text] = /^v1\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/.exec(sealed) ?? [];
  if (kid === undefined || wrapped === undefined || text === undefined) {
    throw new VaultRefused("Not an encrypted value of a known version");
  }
  return { kid, wrapped: bytes(wrapped), text: bytes(text) };
}

function bytes(base64url: string): Buffer {
  const decoded = Buffer.from(base64url, "base64url");
  // Node ignores extra bits at the end of a value. Rejecting them leaves only one valid encoding of each value.
  if (decoded.toString("base64url") !== base64url) throw new VaultRefused("The value was changed");
  return decoded;
}

function without([newest, ...older]: MasterKeys, kid: string): MasterKeys {
  if (!older.some((key) => key.kid === kid)) {
    throw new MasterKeyFileError(`There is no older master key called ${kid}`);
  }
  return [newest, ...older.filter((key) => key.kid !== kid)];
}
