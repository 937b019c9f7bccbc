import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { type Answer, unexpectedAnswer } from "../answer.ts";
import type { AdminCalls } from "./admin-calls.ts";

/** Content of an answer: names without underscores, in lower case, since releases spell them differently. */
export type LicenseFields = ReadonlyMap<string, unknown>;

/** Answers of FileMaker Server about its license and its use. A part is undefined if this release or account can't read it. */
export interface LicenseAnswers {
  readonly license: LicenseFields | undefined;
  readonly traffic: LicenseFields | undefined;
  /** Counts of connected clients by kind. */
  readonly clients: LicenseFields | undefined;
}

/**
 * Reads license, traffic and clients in an administrator's session. Releases from 19.6 to 26 differ in what they have: a part that doesn't
 * exist is undefined.
 * @throws ServiceError if there is no response, or the account is refused
 */
export function readLicense(call: AdminCalls) {
  return async (credential: AdminCredential): Promise<LicenseAnswers> => {
    const part = async (path: string): Promise<LicenseFields | undefined> => {
      const answer = await call(credential, { method: "GET", path }).catch((thrown: unknown) => {
        if (thrown instanceof ServiceError && thrown.error === "admin_role_refused") return undefined;
        throw thrown;
      });
      if (answer === undefined || isAbsent(answer)) return undefined;
      if (answer.code !== "0") throw unexpectedAnswer(`Admin API ${path}`, answer);
      return fieldsOf(answer.response);
    };
    // One after the other: an account has few sessions.
    const clients = await part("/databases");
    const license = await part("/license/info");
    const traffic = await part("/fmdapi/usage");
    return { license, traffic, clients };
  };
}

/** True for a path that this release doesn't know, or that it can't answer at the moment without being broken. */
function isAbsent({ status, code }: Answer): boolean {
  return status === 404 || status === 405 || code === "1700" || code === "1704";
}

/** The content is in `response`, or in `response.data` in some releases. */
function fieldsOf(response: Answer["response"]): LicenseFields {
  const { data } = response;
  const content = typeof data === "object" && data !== null && !Array.isArray(data) ? data : response;
  return new Map(Object.entries(content).map(([name, value]) => [name.replaceAll("_", "").toLowerCase(), value]));
}
