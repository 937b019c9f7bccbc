import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { allDataKeys } from "../../../api/key-list.ts";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { refusedAccounts } from "./refused-accounts.ts";

const Lines = lazyPart(() => import("./refused-accounts-lines.tsx"));

/** Line for each account that FileMaker Server rejects, regardless of the number of its keys. */
export function RefusedAccounts() {
  const { data = [] } = useQuery(allDataKeys);
  const accounts = refusedAccounts(data);
  // A dialog that was opened from a line stays open when the line disappears.
  const [wasNeeded, setNeeded] = useState(false);
  if (accounts.length > 0 && !wasNeeded) setNeeded(true);
  return wasNeeded && <Lines accounts={accounts} />;
}
