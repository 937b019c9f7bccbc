import { type Query, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useConnection } from "../../api/connection.ts";
import type { Address } from "../../api/operations.ts";
import { queryClient, reading } from "../../api/query.ts";
import { messages } from "../../messages/messages.ts";
import { announce } from "../../ui/feedback/toasts.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";

const ServerTrouble = lazyPart(() => import("./server-trouble.tsx"));
const address = "GET /svc/api/info/server" satisfies Address;
/** Only visible tabs ask. */
const refreshMs = 4_000;

/**
 * Bar at the top of every page while a component of FileMaker Server doesn't respond: the component, what still works, and the button that
 * starts it. A change makes all data on the page stale.
 */
export function ServerBanner() {
  const connection = useConnection();
  const { data } = useQuery({ ...reading(address, {}), refetchInterval: refreshMs, staleTime: refreshMs });
  const trouble = data?.trouble;
  const before = useRef(trouble);
  useEffect(() => {
    if (before.current !== undefined && before.current !== trouble) {
      if (trouble === null) announce(messages.connection.serverBack);
      void queryClient.invalidateQueries({ predicate: isOther });
    }
    before.current = trouble;
  }, [trouble]);
  // A dialog that was opened from the bar stays open when the bar disappears.
  const [wasNeeded, setNeeded] = useState(false);
  const isShown = connection === "live" && trouble;
  if (isShown && !wasNeeded) setNeeded(true);
  return (
    wasNeeded && (
      <ServerTrouble trouble={isShown ? trouble : null} isStopped={data?.parts.databaseServer === "stopped"} />
    )
  );
}

function isOther({ queryKey: [read] }: Query): boolean {
  return read !== address;
}
