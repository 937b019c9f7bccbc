import { type Query, useQuery } from "@tanstack/react-query";
import { CloudOff, RefreshCw, Timer, Wifi } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useConnection } from "../../api/connection.ts";
import { useLive } from "../../api/live.ts";
import { queryClient, reading } from "../../api/query.ts";
import { serviceNow } from "../../api/service-clock.ts";
import { messages } from "../../messages/messages.ts";

const icons = { starting: Wifi, live: Wifi, polling: Timer, reconnecting: RefreshCw, offline: CloudOff } as const;

/** Mark that always shows the connection to the service and the way in which changes arrive. */
export function ConnectionMark() {
  const connection = useConnection();
  const live = useLive();
  const state = connection === "live" ? live : connection;
  const Icon = icons[state];
  const isWell = connection === "live";
  return (
    <span
      role="status"
      title={messages.connection.meanings[state]}
      className="flex items-center justify-end gap-1.5 px-1 text-muted text-sm drawer:min-w-28"
    >
      <Icon aria-hidden size={15} className={isWell ? "text-good" : "text-warn"} />
      <span className={isWell ? "sr-only drawer:not-sr-only" : "sr-only sm:not-sr-only"}>
        {messages.connection[state]}
      </span>
    </span>
  );
}

/** Banner at the top of the page while the service doesn't answer, with the time of the last data. */
export function ConnectionBanner() {
  const connection = useConnection();
  const [since, setSince] = useState("");
  useEffect(() => {
    if (connection !== "live")
      setSince(new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(serviceNow()));
  }, [connection]);
  if (connection === "live") return null;
  return <Banner text={messages.connection.banner(since)} />;
}

const serverRefreshMs = { runs: 30_000, away: 10_000 } as const;

/** Banner at the top of the page while a part of FileMaker Server doesn't respond, with the part and what still works. */
export function ServerBanner() {
  const connection = useConnection();
  const { data } = useQuery({
    ...reading("GET /svc/api/info", {}),
    refetchInterval: ({ state }) => serverRefreshMs[state.data?.FileMakerServer.trouble ? "away" : "runs"],
  });
  const trouble = data?.FileMakerServer.trouble;
  const before = useRef(trouble);
  useEffect(() => {
    // Data from before the change can be outdated.
    if (before.current !== undefined && before.current !== trouble)
      void queryClient.invalidateQueries({ predicate: isOther });
    before.current = trouble;
  }, [trouble]);
  if (connection !== "live" || !trouble) return null;
  return <Banner text={messages.connection.serverDown(trouble)} />;
}

function isOther({ queryKey: [address] }: Query): boolean {
  return address !== "GET /svc/api/info";
}

function Banner({ text }: { readonly text: string }) {
  return (
    <p role="status" className="bg-warn-surface px-4 py-2 text-warn sm:px-6">
      {text}
    </p>
  );
}
