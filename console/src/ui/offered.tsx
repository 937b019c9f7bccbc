import type { ReactNode } from "react";
import { useMayCall } from "../api/role.ts";
import type { GuardedAddress } from "../api/role-for.ts";

/** Shows its children only to users who can make a call. */
export function Offered({ needs, children }: { readonly needs: GuardedAddress; readonly children: ReactNode }) {
  return useMayCall()(needs) && children;
}
