import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { reading } from "../../api/query.ts";
import { ActivityIndicator } from "../../features/processes/activity-indicator.tsx";
import { messages } from "../../messages/messages.ts";
import { lazyPart } from "../../ui/lazy-part.ts";
import { paths } from "../paths.ts";

// The panel loads when the button is pressed for the first time.
const Activity = lazyPart(() => import("../../features/processes/activity.tsx"));

/** Refresh intervals when there is no event stream. */
const refreshMs = { busy: 5_000, idle: 60_000 } as const;
const maxShown = 20;

/** Button with the number and progress of running tasks, and links to each, on every page. */
export function ActivityButton() {
  const button = useRef<HTMLButtonElement>(null);
  const [pressed, setPressed] = useState<"never" | "open" | "closed">("never");
  const open = useQuery({
    ...reading("GET /svc/api/processes", { state: "open", limit: maxShown }),
    refetchInterval: ({ state }) => (state.data?.processes.length ? refreshMs.busy : refreshMs.idle),
  });
  const processes = open.data?.processes ?? [];
  const label = messages.frame.activity(processes.length);
  const close = () => setPressed("closed");
  const link = (to: string, params: Readonly<Record<string, string>>, text: ReactNode) => (
    <Link
      to={to}
      params={params}
      onClick={close}
      className="inline-block rounded leading-target underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {text}
    </Link>
  );
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={pressed === "open"}
        onClick={() => setPressed(pressed === "open" ? "closed" : "open")}
        className="relative inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-selection hover:text-text"
      >
        <ActivityIndicator processes={processes} />
      </button>
      {pressed !== "never" && (
        <Activity
          button={button}
          processes={processes}
          isOpen={pressed === "open"}
          onClose={close}
          linkTo={({ id, title }) => link(paths.process, { id: String(id) }, title)}
          all={(text) => link(paths.processes, {}, text)}
        />
      )}
    </>
  );
}
