import type { ServiceOf } from "../contract/operation.ts";
import { ServiceError } from "../contract/errors.ts";
import type { AdminApi, HostedDatabase } from "../filemaker/admin-api.ts";
import type { StoredAccounts } from "../keys/stored-accounts.ts";
import type { HostedFile, system } from "./contract.ts";

interface HostedFilesDependencies {
  readonly adminApi: AdminApi;
  readonly accounts: StoredAccounts;
}

/** What the server hosts, as far as its Admin API tells the caller's own account. */
export function hostedFiles({ adminApi, accounts }: HostedFilesDependencies): ServiceOf<typeof system>["listHostedFiles"] {
  return async (_input, call) => {
    const credential = await accounts.ofCaller(call);
    // A key whose record vanished between the check and here.
    if (credential === undefined) throw new ServiceError("unauthenticated");
    const rows = await adminApi.databases(credential);
    return { files: rows.map(hostedFile).sort((one, other) => one.name.localeCompare(other.name, "en")) };
  };
}

const states: Readonly<Record<string, HostedFile["state"]>> = { NORMAL: "open", CLOSED: "closed", PAUSED: "paused" };

function hostedFile({ filename, status, enabledExtPrivileges }: HostedDatabase): HostedFile {
  return {
    name: filename,
    state: states[status] ?? "changing",
    isDataApiAllowed: enabledExtPrivileges.includes("fmrest"),
    isODataAllowed: enabledExtPrivileges.includes("fmodata"),
  };
}
