import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { LogRecord } from "#shared/logs/contract.ts";
import { reading } from "../../../api/query.ts";
import { keyPageMessages } from "../../../messages/english/key-page.ts";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Loading } from "../../../ui/feedback/states.tsx";
import { FilterToggle } from "../../../ui/fields/filter-toggle.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { Chip } from "../../../ui/values/chip.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { callsLog, errorsOfKey, textOfKey } from "./calls-log.ts";

const text = keyPageMessages.calls;
const maxShown = 20;
const refreshMs = 10_000;

/** Calls of a key from the service's log, newest first. */
export function KeyCalls({ object, actions }: { readonly object: string; readonly actions: ReactNode }) {
  const [isErrors, setErrors] = useState(false);
  const calls = useQuery({
    ...reading("GET /svc/api/logs/{name}/search", {
      name: callsLog,
      text: isErrors ? errorsOfKey(object) : textOfKey(object),
      isCaseSensitive: "true",
      ...(isErrors && { isPattern: "true" as const }),
      limit: maxShown,
    }),
    refetchInterval: refreshMs,
  });
  const { records = [], isPartial = false } = calls.data ?? {};
  return (
    <Panel
      title={text.title}
      text={text.text}
      actions={
        <>
          <FilterToggle text={text.onlyErrors} pressed={isErrors} onPress={() => setErrors(!isErrors)} />
          {actions}
        </>
      }
      flush
    >
      {calls.isPending && <Loading rows={5} list="tall" />}
      <ReadFailure reads={[calls]} />
      {calls.data && records.length === 0 && <p className="p-4 text-muted">{isErrors ? text.noErrors : text.none}</p>}
      <ul aria-label={text.title} className="divide-y divide-line">
        {records.map((record) => (
          <Call key={record.offset} record={record} />
        ))}
      </ul>
      {isPartial && <p className="border-line border-t px-4 py-2 text-muted text-sm">{text.partial}</p>}
    </Panel>
  );
}

function Call({ record: { time, columns } }: { readonly record: LogRecord }) {
  const { status = "", error, method = "", path = "", durationMs } = columns;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <Status status={status} />
      <div className="min-w-0 flex-1 basis-64">
        {/* The end of a path is the most informative part: the layout, the script. */}
        <p className="line-clamp-3 break-all font-mono text-sm" title={path}>
          {method} {path}
        </p>
        {error !== undefined && <p className="text-bad text-sm">{error.replaceAll("_", " ")}</p>}
      </div>
      <span className="text-muted text-sm tabular-nums">
        {durationMs !== undefined && text.duration(Number(durationMs).toLocaleString())}
      </span>
      {time !== null && (
        <span className="text-sm">
          <Moment at={time} />
        </span>
      )}
    </li>
  );
}

function Status({ status }: { readonly status: string }) {
  const number = Number(status);
  if (number >= 500)
    return (
      <Chip tone="bad" icon={CircleX}>
        {status}
      </Chip>
    );
  if (number >= 400)
    return (
      <Chip tone="warn" icon={TriangleAlert}>
        {status}
      </Chip>
    );
  return (
    <Chip tone="good" icon={CircleCheck}>
      {status}
    </Chip>
  );
}
