import { FmError } from "../../fm-error.ts";
import { basicCredentials } from "../../http/basic-credentials.ts";
import type { OpenOperation } from "../operation.ts";
import { accountOf } from "../sessions/check-account.ts";

/** Lists open files: those that an account can open with `fmrest`, or, without an account, those that the server shows to everyone. */
export const getDatabases: OpenOperation = {
  method: "GET",
  path: "/databases",
  access: "open",
  body: "none",
  run({ host, request }) {
    const { authorization } = request.message.headers;
    const open = host.world.databases.filter(({ status }) => status === "NORMAL");
    const credentials = basicCredentials(authorization);
    if (credentials !== undefined) {
      const known = open.filter((database) => accountOf(database, credentials) !== undefined);
      if (known.length === 0) throw new FmError("212");
      const shared = known.filter((database) =>
        accountOf(database, credentials)?.privileges.extendedPrivileges.includes("fmrest"),
      );
      return { response: { databases: names(shared) }, account: credentials.name };
    }
    const visibility = host.world.definition.server.dataApi.databaseVisibility;
    if (visibility === "refused") throw new FmError("9", { status: 401 });
    return { response: { databases: visibility === "all" ? names(open) : [] } };
  },
};

function names(databases: readonly { readonly name: string }[]): readonly { readonly name: string }[] {
  return databases.map(({ name }) => ({ name })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
