import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";

const SignInCodeRecord = storedRecord("sessions/sign-in-code/sign-in-code", 1, { expiresAt: z.number() });

// Stored with the sessions of people, so that functions that can write those can also write codes.
const keyOf = (fingerprint: string) => ({ pk: `sign-in#code#${fingerprint}`, sk: "code" });

/** Stores one-time sign-in codes on the Table port by their hash. */
export function signInCodeStore(table: Table) {
  return {
    async keep(fingerprint: string, expiresAt: number): Promise<void> {
      const fields = { schema: 1, expiresAt };
      await table.put({ ...keyOf(fingerprint), fields, expiresAt: Math.ceil(expiresAt / 1000) }, "absent");
    },

    /** Deletes a code and returns its expiry. Undefined if it doesn't exist or another call took it. */
    async take(fingerprint: string): Promise<number | undefined> {
      const item = await table.get(keyOf(fingerprint));
      if (item === undefined) return undefined;
      try {
        await table.delete(keyOf(fingerprint), "present");
      } catch (thrown) {
        if (thrown instanceof ConditionFailed) return undefined;
        throw thrown;
      }
      return SignInCodeRecord.parse(item.fields).expiresAt;
    },
  };
}
