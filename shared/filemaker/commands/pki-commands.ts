import type { AdminCredential } from "#shared/contract/call.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { unexpectedAnswer } from "../answer.ts";
import type { AdminCalls } from "./admin-calls.ts";

/** Public keys that sign in at the Admin API, by their names. Every call throws ServiceError when the server does not do it. */
export interface PkiCommands {
  /** Registers a key, in the place of another one of its name. */
  register(credential: AdminCredential, name: string, publicKey: string): Promise<void>;
  /** Takes a key away. One that is gone already is no error. */
  remove(credential: AdminCredential, name: string): Promise<void>;
}

const path = "/server/config/pkipublickey";

export function pkiCommands(call: AdminCalls): PkiCommands {
  return {
    async register(credential, name, publicKey) {
      const made = await call(credential, { method: "POST", path, body: { name, publicKey } });
      if (made.code === "0") return;
      // A name that is taken gets the same refusal as a key that is none.
      if (made.code !== fileMakerCodes.valueInvalid) throw unexpectedAnswer("Admin API new PKI key", made);
      const changed = await call(credential, { method: "PATCH", path, body: { name, publicKey } });
      if (changed.code !== "0") throw unexpectedAnswer("Admin API PKI key", changed);
    },

    async remove(credential, name) {
      const answer = await call(credential, { method: "DELETE", path, body: { names: [name] } });
      if (answer.code !== "0" && answer.code !== fileMakerCodes.resourceMissing)
        throw unexpectedAnswer("Admin API PKI key to delete", answer);
    },
  };
}
