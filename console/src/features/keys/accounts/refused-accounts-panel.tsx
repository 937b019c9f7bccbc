import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { allDataKeys } from "../../../api/key-list.ts";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { refusedAccounts } from "./refused-accounts.ts";

const Lines = lazyPart(() => import("./refused-accounts-lines.tsx"));

/** One line for each account that FileMaker Server refuses, however many keys stand for it. */
export function RefusedAccounts() {
  const { data = [] } = useQuery(allDataKeys);
  const accounts = refusedAccounts(data);
  // A dialog that a line has opened outlives the line.
  const [wasNeeded, setNeeded] = useState(false);
  if (accounts.length > 0 && !wasNeeded) setNeeded(true);
  return wasNeeded && <Lines accounts={accounts} />;
}
