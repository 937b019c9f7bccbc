import { type Query, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useConnection } from "../../api/connection.ts";
import type { Address } from "../../api/operations.ts";
import { queryClient, reading } from "../../api/query.ts";
import { messages } from "../../messages/messages.ts";
import { Button, buttonClasses } from "../../ui/buttons/button.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { paths } from "../paths.ts";

const StartServer = lazyPart(() => import("./start-server.tsx"));
const text = messages.connection;
const address = "GET /svc/api/info/server" satisfies Address;
/** Only visible tabs ask. */
const refreshMs = 4_000;

/**
 * Bar at the top of every page while a component of FileMaker Server doesn't respond: the component, what still works, and the button that
 * starts it. A change makes all data on the page stale.
 */
export function ServerBanner() {
  const connection = useConnection();
  const [isStarting, setStarting] = useState(false);
  const { data } = useQuery({ ...reading(address, {}), refetchInterval: refreshMs, staleTime: refreshMs });
  const trouble = data?.trouble;
  const before = useRef(trouble);
  useEffect(() => {
    if (before.current !== undefined && before.current !== trouble) {
      if (trouble === null) announce(text.serverBack);
      void queryClient.invalidateQueries({ predicate: isOther });
    }
    before.current = trouble;
  }, [trouble]);
  const isStopped = data?.parts.databaseServer === "stopped";
  return (
    <>
      {connection === "live" && trouble && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-bad-surface px-4 py-2 text-bad sm:px-6">
          <CircleX aria-hidden size={17} className="shrink-0" />
          <p role="status" className="min-w-0 flex-1 basis-64">
            {text.serverDown(trouble)}
          </p>
          {isStopped && (
            <Button needs="POST /svc/api/fms-process" onClick={() => setStarting(true)}>
              {text.startServer}
            </Button>
          )}
          <Link to={paths.home} className={buttonClasses()}>
            {text.serverDetails}
          </Link>
        </div>
      )}
      {isStarting && <StartServer onClose={() => setStarting(false)} />}
    </>
  );
}

function isOther({ queryKey: [read] }: Query): boolean {
  return read !== address;
}
