import { useQuery } from "@tanstack/react-query";
import { CloudOff, RefreshCw, Timer, Wifi } from "lucide-react";
import { useEffect, useState } from "react";
import { useConnection } from "../api/connection.ts";
import { useLive } from "../api/live.ts";
import { reading } from "../api/query.ts";
import { words } from "../words/words.ts";

const icons = { starting: Wifi, live: Wifi, polling: Timer, reconnecting: RefreshCw, offline: CloudOff } as const;

/** Whether the service answers, and how what changes gets here: always in sight. */
export function ConnectionMark() {
  const connection = useConnection();
  const live = useLive();
  const state = connection === "live" ? live : connection;
  const Icon = icons[state];
  const isWell = connection === "live";
  return (
    <span
      role="status"
      title={words.connection.meanings[state]}
      className="flex items-center gap-1.5 px-1 text-muted text-sm drawer:min-w-18"
    >
      <Icon aria-hidden size={15} className={isWell ? "text-good" : "text-warn"} />
      <span className={isWell ? "sr-only drawer:not-sr-only" : "sr-only sm:not-sr-only"}>
        {words.connection[state]}
      </span>
    </span>
  );
}

/** Once over the page while nothing is answered: how old the page is. */
export function ConnectionBanner() {
  const connection = useConnection();
  const [since, setSince] = useState("");
  useEffect(() => {
    if (connection !== "live") setSince(new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(Date.now()));
  }, [connection]);
  if (connection === "live") return null;
  return <Banner text={words.connection.banner(since)} />;
}

const serverRefreshMs = 30_000;

/** Once over the page while the service answers and FileMaker Server does not: what works all the same. */
export function ServerBanner() {
  const connection = useConnection();
  const { data } = useQuery({ ...reading("GET /svc/api/info", {}), refetchInterval: serverRefreshMs });
  if (connection !== "live" || data === undefined || data.FileMakerServer.fmsRunning) return null;
  return <Banner text={words.connection.serverDown(data.FileMakerServer.host)} />;
}

function Banner({ text }: { readonly text: string }) {
  return (
    <p role="status" className="bg-warn-ground px-4 py-2 text-warn sm:px-6">
      {text}
    </p>
  );
}
