import { useQuery } from "@tanstack/react-query";
import { allAdminKeys, allDataKeys } from "../../api/key-list.ts";
import { messages } from "../../messages/messages.ts";
import { refusedAccounts } from "./accounts/refused-accounts.ts";
import { isFailing } from "./key-chips.ts";

/** Returns what FileMaker Server rejects, as far as the lists are loaded: file accounts as sentences, and the numbers of keys. */
export function useRefused() {
  const { data = [] } = useQuery(allDataKeys);
  const { data: admin = [] } = useQuery(allAdminKeys);
  return {
    refusedAccounts: refusedAccounts(data).map(({ account, files, keys }) =>
      messages.keys.refusedAccount(account, files.join(", "), keys.length),
    ),
    refusedAdminKeys: admin.filter(isFailing).length,
    refusedKeys: [...data, ...admin].filter(isFailing).length,
  };
}
