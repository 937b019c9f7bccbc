import { CloudOff, RefreshCw, Wifi } from "lucide-react";
import { useEffect, useState } from "react";
import { useConnection } from "../api/connection.ts";
import { words } from "../words/words.ts";

const icons = { live: Wifi, reconnecting: RefreshCw, offline: CloudOff } as const;

/** Whether the service answers, always in sight. */
export function ConnectionMark() {
  const connection = useConnection();
  const Icon = icons[connection];
  return (
    <span role="status" className="flex items-center gap-1.5 px-1 text-muted text-sm">
      <Icon aria-hidden size={15} className={connection === "live" ? "text-good" : "text-warn"} />
      <span className={connection === "live" ? "sr-only drawer:not-sr-only" : "sr-only sm:not-sr-only"}>
        {words.connection[connection]}
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
  return <p className="bg-warn-ground px-4 py-2 text-warn sm:px-6">{words.connection.banner(since)}</p>;
}
