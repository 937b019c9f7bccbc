import { ServiceError } from "#shared/contract/errors.ts";
import type { AccountStatusRecorder } from "#shared/filemaker/sessions/account-status-recorder.ts";
import { nextRefusal, type Refusal } from "#shared/filemaker/sessions/login-refusals.ts";
import type { KeyHandle } from "#shared/keys/api.ts";
import type { Clock } from "#shared/ports/clock.ts";

const maxRefusals = 1_000;

/**
 * Accounts of keys that FileMaker Server refused recently. Every OData call sends the password, and a wrong one that is sent repeatedly
 * locks the account. So it isn't used for as long as after a refused login.
 */
export interface ODataRefusals {
  /** @throws ServiceError stored_credentials_refused while the account isn't used in this file */
  check(handle: KeyHandle, folded: string): void;
  /** Records the outcome for the account. Returns false if it was refused. */
  recordStatus(handle: KeyHandle, folded: string, status: number): boolean;
  error(handle: KeyHandle, folded: string): ServiceError;
}

export function odataRefusals(clock: Clock, accountStatus: AccountStatusRecorder): ODataRefusals {
  const refusals = new Map<string, Refusal>();
  const nameOf = ({ record }: KeyHandle, folded: string) => `${record.credentialId}/${folded}`;

  const error = (handle: KeyHandle, folded: string): ServiceError => {
    const until = refusals.get(nameOf(handle, folded))?.until ?? 0;
    const retryAfterSeconds = Math.max(1, Math.ceil((until - clock.now()) / 1000));
    const detail = `OData, database ${folded === "" ? "none" : folded}`;
    return new ServiceError("stored_credentials_refused", { retryAfterSeconds, detail });
  };

  return {
    check(handle, folded) {
      if (refusals.size === 0) return;
      const refusal = refusals.get(nameOf(handle, folded));
      if (refusal !== undefined && refusal.until > clock.now()) throw error(handle, folded);
    },

    recordStatus(handle, folded, status) {
      const access = { credentialId: handle.record.credentialId, api: "odata", folded } as const;
      if (status !== 401) {
        // The server checks no password for a missing file. At the root there is no file that could be reported as failing.
        if (status < 400 && folded !== "") accountStatus.accepted(access);
        if (refusals.size > 0) refusals.delete(nameOf(handle, folded));
        return true;
      }
      const name = nameOf(handle, folded);
      const before = refusals.get(name);
      // Calls that ran at the same time were refused together.
      if (before === undefined || before.until <= clock.now()) {
        refusals.delete(name);
        if (folded !== "") accountStatus.refused(access);
        refusals.set(name, nextRefusal("refused", before?.count ?? 0, clock.now()));
        if (refusals.size > maxRefusals) refusals.delete(refusals.keys().next().value as string);
      }
      return false;
    },

    error,
  };
}
