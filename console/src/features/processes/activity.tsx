import { Popover } from "@base-ui/react/popover";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Process } from "../../../../shared/processes/contract.ts";
import { reading } from "../../api/query.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { processWords } from "../../words/processes.ts";
import { doneText } from "./progress.ts";
import { wholeShare } from "./share.ts";

const text = processWords;
/** Where nothing tells of changes: often while something runs, seldom otherwise. */
const refreshMs = { busy: 5_000, idle: 60_000 } as const;
const mostShown = 20;

/** What runs now: how many, how far, and the way to each. */
export default function Activity({
  linkTo,
  all,
}: {
  readonly linkTo: (process: Process, close: () => void) => ReactNode;
  readonly all: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const open = useQuery({
    ...reading("GET /svc/api/processes", { state: "open", limit: mostShown }),
    refetchInterval: ({ state }) => (state.data?.processes.length ? refreshMs.busy : refreshMs.idle),
  });
  const processes = open.data?.processes ?? [];
  const close = () => setOpen(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={text.activity(processes.length)}
        title={text.activity(processes.length)}
        className="relative inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-selection hover:text-text"
      >
        <Ring processes={processes} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="z-40">
          <Popover.Popup className="w-80 max-w-[calc(100vw-1.5rem)] rounded-lg border border-line bg-panel shadow-xl outline-none">
            <Popover.Title className="border-line border-b px-4 py-2.5 font-semibold">
              {text.activityTitle}
            </Popover.Title>
            {processes.length === 0 && <p className="px-4 py-3 text-muted">{text.activityNone}</p>}
            <ul className="max-h-80 divide-y divide-line overflow-y-auto">
              {processes.map((process) => (
                <li key={process.id} className="flex flex-col gap-1 px-4 py-2.5">
                  <p className="break-words font-medium">{linkTo(process, close)}</p>
                  <ProgressBar label={process.title} share={process.state === "queued" ? 0 : wholeShare(process)} />
                  <p className="break-words text-muted text-sm">{stateText(process)}</p>
                </li>
              ))}
            </ul>
            <p className="border-line border-t px-4 py-2.5">{all(close)}</p>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function stateText(process: Process): string {
  const { phase, state, waitingFor } = process;
  if (waitingFor !== null) return `${text.waitingFor} ${waitingFor}`;
  if (state === "queued") return text.states.queued;
  return [phase ?? text.states.running, doneText(process)].filter(Boolean).join(": ");
}

const radius = 11;
const round = 2 * Math.PI * radius;

/** A ring that fills, with the count in it. */
function Ring({ processes }: { readonly processes: readonly Process[] }) {
  const count = processes.length;
  const shares = processes.map((process) => wholeShare(process) ?? 0);
  const share = count === 0 ? 0 : shares.reduce((sum, one) => sum + one, 0) / count;
  return (
    <svg aria-hidden="true" viewBox="0 0 28 28" className="size-6.5">
      <circle
        cx="14"
        cy="14"
        r={radius}
        fill="none"
        strokeWidth="2.5"
        className="stroke-line-strong"
        opacity={count === 0 ? 0.6 : 0.4}
      />
      {count > 0 && (
        <circle
          cx="14"
          cy="14"
          r={radius}
          fill="none"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeDasharray={`${Math.max(0.04, share) * round} ${round}`}
          transform="rotate(-90 14 14)"
          className="stroke-accent"
        />
      )}
      {count === 0 ? (
        <circle cx="14" cy="14" r="2.5" className="fill-line-strong" />
      ) : (
        <text x="14" y="18" textAnchor="middle" className="fill-text font-semibold text-[11px]">
          {count}
        </text>
      )}
    </svg>
  );
}
