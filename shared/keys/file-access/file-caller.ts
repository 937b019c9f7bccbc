import type { Call, Caller } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { FileTrial } from "./file-opening.ts";

/**
 * Accepts an account of a file as the credential of a call. It must open the file with the Data API or OData. Rejected accounts count as
 * failed sign-ins.
 * @throws ServiceError file_account_refused for any reason; too_many_attempts
 */
export type FileCaller = (database: string, account: Account, call: Call) => Promise<Caller>;

export function fileCaller(tryFiles: FileTrial): FileCaller {
  return async (database, account, call) => {
    const byDataApi = { isDataApi: true, isOData: false };
    const byOData = { isDataApi: false, isOData: true };
    const [verdict] = await tryFiles([database], account, call, byDataApi, byOData);
    if (verdict?.ok !== true) throw new ServiceError("file_account_refused");
    const caller = { kind: "file-account", user: account.user } as const;
    call.setCaller?.(caller);
    return caller;
  };
}
