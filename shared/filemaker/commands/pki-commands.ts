import { publicKeyForms } from "#shared/agent/protocol/public-key-forms.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { type Answer, unexpectedAnswer } from "../answer.ts";
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
      let refused: Answer | undefined;
      // The server refuses a name that exists with the same code as an invalid key.
      for (const method of ["POST", "PATCH"] as const)
        for (const form of publicKeyForms(publicKey)) {
          const answer = await call(credential, { method, path, body: { name, publicKey: form } });
          if (answer.code === "0") return;
          if (answer.code !== fileMakerCodes.valueInvalid && answer.code !== fileMakerCodes.resourceMissing)
            throw unexpectedAnswer("Admin API PKI key", answer);
          refused ??= answer;
          if (method === "PATCH") refused = answer;
        }
      if (refused !== undefined) throw unexpectedAnswer("Admin API PKI key", refused);
    },

    async remove(credential, name) {
      const answer = await call(credential, { method: "DELETE", path, body: { names: [name] } });
      if (answer.code !== "0" && answer.code !== fileMakerCodes.resourceMissing)
        throw unexpectedAnswer("Admin API PKI key to delete", answer);
    },
  };
}
