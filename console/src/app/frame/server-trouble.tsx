import { Link } from "@tanstack/react-router";
import { CircleX } from "lucide-react";
import { useState } from "react";
import { serverTroubleMessages as text } from "../../messages/english/server-trouble.ts";
import { Button, buttonClasses } from "../../ui/buttons/button.tsx";
import { paths } from "../paths.ts";
import { StartServer } from "./start-server.tsx";

/** Bar with the trouble, what still works, and the button that starts a stopped Database Server. */
export default function ServerTrouble({
  trouble,
  isStopped,
}: {
  /** Null: the bar is hidden. */
  readonly trouble: string | null;
  readonly isStopped: boolean;
}) {
  const [isStarting, setStarting] = useState(false);
  return (
    <>
      {trouble !== null && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-bad-surface px-4 py-2 text-bad sm:px-6">
          <CircleX aria-hidden size={17} className="shrink-0" />
          <p role="status" className="min-w-0 flex-1 basis-64">
            {text.text(trouble)}
          </p>
          {isStopped && (
            <Button needs="POST /svc/api/fms-process" onClick={() => setStarting(true)}>
              {text.start}
            </Button>
          )}
          <Link to={paths.home} className={buttonClasses()}>
            {text.details}
          </Link>
        </div>
      )}
      {isStarting && <StartServer onClose={() => setStarting(false)} />}
    </>
  );
}
