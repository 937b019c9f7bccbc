import { useQuery } from "@tanstack/react-query";
import { allAdminKeys, allDataKeys } from "../../api/key-list.ts";
import { messages } from "../../messages/messages.ts";
import { refusedAccounts } from "./accounts/refused-accounts.ts";
import { isFailing } from "./key-chips.ts";

/** What FileMaker Server refuses, as far as the lists have come: accounts of files in sentences, and how many Admin API Keys. */
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
