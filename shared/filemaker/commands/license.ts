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

/** Paths of the parts, in the order of `licenseIn`. */
export const licensePaths = ["/license/info", "/fmdapi/usage", "/databases"] as const;

/** Reads license, traffic and clients in the pooled session of an account. @throws ServiceError if there is no response, or it is refused */
export function readLicense(call: AdminCalls) {
  return async (credential: AdminCredential): Promise<LicenseAnswers> => {
    const answers: (Answer | undefined)[] = [];
    // One after the other: an account has few sessions.
    for (const path of licensePaths) {
      const answer = await call(credential, { method: "GET", path }).catch((thrown: unknown) => {
        if (thrown instanceof ServiceError && thrown.error === "admin_role_refused") return undefined;
        throw thrown;
      });
      answers.push(answer);
    }
    return licenseIn(answers);
  };
}

/**
 * Returns the parts in the answers to `licensePaths`. Releases from 19.6 to 26 differ in what they have: a part that doesn't exist, or that
 * an account's role doesn't show, is undefined.
 * @throws ServiceError for an unexpected answer
 */
export function licenseIn(answers: readonly (Answer | undefined)[]): LicenseAnswers {
  const [license, traffic, clients] = licensePaths.map((path, at) => {
    const answer = answers[at];
    if (answer === undefined || isAbsent(answer)) return undefined;
    if (answer.code !== "0") throw unexpectedAnswer(`Admin API ${path}`, answer);
    return fieldsOf(answer.response);
  });
  return { license, traffic, clients };
}

/** True for a path that this release doesn't have, or doesn't show to this account. */
function isAbsent({ status, code }: Answer): boolean {
  return status === 403 || status === 404 || status === 405 || code === "1700" || code === "1704";
}

/** The content is in `response`, or in `response.data` in some releases. */
function fieldsOf(response: Answer["response"]): LicenseFields {
  const { data } = response;
  const content = typeof data === "object" && data !== null && !Array.isArray(data) ? data : response;
  return new Map(Object.entries(content).map(([name, value]) => [name.replaceAll("_", "").toLowerCase(), value]));
}
