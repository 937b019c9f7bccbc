import { CloudOff, RefreshCw, Timer, Wifi } from "lucide-react";
import { useEffect, useState } from "react";
import { useConnection } from "../../api/connection.ts";
import { useLive } from "../../api/live.ts";
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

function Banner({ text }: { readonly text: string }) {
  return (
    <p role="status" className="bg-warn-surface px-4 py-2 text-warn sm:px-6">
      {text}
    </p>
  );
}
