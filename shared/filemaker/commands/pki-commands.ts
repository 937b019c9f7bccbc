import type { AdminCredential } from "#shared/contract/call.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { unexpectedAnswer } from "../answer.ts";
import type { AdminCalls } from "./admin-calls.ts";

/** Public keys that sign in to the Admin API, by name. Every call throws ServiceError if the server doesn't do it. */
export interface PkiCommands {
  /** Registers a key, and replaces another one with its name. */
  register(credential: AdminCredential, name: string, publicKey: string): Promise<void>;
  /** Removes a key. A key that no longer exists isn't an error. */
  remove(credential: AdminCredential, name: string): Promise<void>;
}

const path = "/server/config/pkipublickey";

export function pkiCommands(call: AdminCalls): PkiCommands {
  return {
    async register(credential, name, publicKey) {
      const made = await call(credential, { method: "POST", path, body: { name, publicKey } });
      if (made.code === "0") return;
      // The server refuses a name that exists with the same code as an invalid key.
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
