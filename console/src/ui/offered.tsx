import type { ReactNode } from "react";
import { useMayCall } from "../api/role.ts";
import type { GuardedAddress } from "../api/role-for.ts";

/** What leads to a call: it is there for those who may make that call. */
export function Offered({ needs, children }: { readonly needs: GuardedAddress; readonly children: ReactNode }) {
  return useMayCall()(needs) && children;
}
