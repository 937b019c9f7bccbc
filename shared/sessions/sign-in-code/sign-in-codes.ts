import { createHash } from "node:crypto";
import { oneTimeCode, typedCode } from "#shared/contract/values/one-time-code.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Table } from "#shared/ports/table.ts";
import { signInCodeStore } from "./sign-in-code-store.ts";

const prefix = "si";
const codeMs = 10 * 60_000;

/** New code, with its name in the audit trail. */
export interface MadeSignInCode {
  readonly code: string;
  readonly id: string;
  readonly expiresAt: number;
}

/** One-time sign-in codes. They are created on the host without any credential, and work once within ten minutes. */
export interface SignInCodes {
  create(): Promise<MadeSignInCode>;
  /** Consumes a code and returns its id; undefined if it is invalid. */
  use(code: string): Promise<string | undefined>;
}

interface SignInCodesDependencies {
  readonly table: Table;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function signInCodes({ table, clock, ids }: SignInCodesDependencies): SignInCodes {
  const store = signInCodeStore(table);

  return {
    async create() {
      // 100 random bits can't be guessed within ten minutes.
      const code = oneTimeCode(prefix, ids.bytes(20));
      const fingerprint = fingerprintOf(code);
      const expiresAt = clock.now() + codeMs;
      await store.keep(fingerprint, expiresAt);
      return { code, id: idOf(fingerprint), expiresAt };
    },

    async use(code) {
      const fingerprint = fingerprintOf(code);
      const expiresAt = await store.take(fingerprint);
      return expiresAt === undefined || expiresAt <= clock.now() ? undefined : idOf(fingerprint);
    },
  };
}

/** Returns the stored hash of a code. */
function fingerprintOf(code: string): string {
  return createHash("sha256").update(typedCode(prefix, code)).digest("hex");
}

function idOf(fingerprint: string): string {
  return fingerprint.slice(0, 8);
}
