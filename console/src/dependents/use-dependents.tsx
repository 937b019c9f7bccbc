import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { Action, Subject } from "#shared/dependents/contract.ts";
import { reading } from "../api/query.ts";
import { dependentMessages as text } from "../messages/english/installation/dependents.ts";
import { lazyPart } from "../ui/lazy-part.ts";

const DependentsList = lazyPart(() => import("./dependents-list.tsx"));

/** Time in milliseconds after which users can continue without the list. */
const patienceMs = 3_000;

/** List and conditions that a dialog shows before it closes, deletes, replaces or disables something. */
export interface ShownDependents {
  readonly list: ReactNode;
  /** Reason to type the name. Undefined if typing isn't necessary. */
  readonly typedReason: string | undefined;
  /** False while the list is being read. */
  readonly canSubmit: boolean;
}

/** Lists everything that depends on objects, with the effect of an action on it. */
export function useDependents(action: Action, of: readonly Subject[]): ShownDependents {
  const read = useQuery({
    ...reading("POST /svc/api/dependents", { action, of: [...of] }),
    enabled: of.length > 0,
    // The list must be true when the dialog is open.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const isLate = useLate();
  if (of.length === 0) return { list: null, typedReason: undefined, canSubmit: true };
  const { data } = read;
  const reason = data?.confirmation ?? (read.isError && action === "delete" ? "unknown" : undefined);
  return {
    list: <DependentsList action={action} count={of.length} found={data} isFailed={read.isError} isLate={isLate} />,
    typedReason: reason === undefined ? undefined : reason === "many" ? text.many(of.length) : text[reason],
    canSubmit: !read.isPending || isLate,
  };
}

function useLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
