import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { reading } from "../../../api/query.ts";
import { keyPageMessages } from "../../../messages/english/keys/key-page.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Loading } from "../../../ui/feedback/states.tsx";
import { FilterToggle } from "../../../ui/fields/filter-toggle.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { CallRow } from "./call-row.tsx";
import { type CallCause, callsLog, callsWithCause, causeOf, causeText, errorsOfKey, textOfKey } from "./calls-log.ts";

const CallCauses = lazyPart(() => import("./call-causes.tsx"));
const text = keyPageMessages.calls;
/** Causes are found in this number of calls. */
const maxRead = 60;
const shownAtFirst = 20;
const refreshMs = 10_000;

/** Calls of a key from the service's log, newest first, and why they fail. */
export function KeyCalls({ object, actions }: { readonly object: string; readonly actions: ReactNode }) {
  const [only, setOnly] = useState<"errors" | CallCause>();
  const [shown, setShown] = useState(shownAtFirst);
  const calls = useQuery({
    ...reading("GET /svc/api/logs/{name}/search", {
      name: callsLog,
      text: searched(object, only),
      isCaseSensitive: "true",
      ...(only !== undefined && { isPattern: "true" as const }),
      limit: maxRead,
    }),
    refetchInterval: refreshMs,
  });
  const { records = [], isPartial = false } = calls.data ?? {};
  const show = (next: typeof only) => {
    setOnly(next);
    setShown(shownAtFirst);
  };
  const hasFailed = records.some((record) => causeOf(record) !== undefined);
  return (
    <Panel
      title={text.title}
      text={text.text}
      actions={
        <>
          {typeof only === "object" && (
            <FilterToggle text={text.onlyCause(causeText(only))} pressed onPress={() => show(undefined)} />
          )}
          <FilterToggle
            text={text.onlyErrors}
            pressed={only === "errors"}
            onPress={() => show(only === "errors" ? undefined : "errors")}
          />
          {actions}
        </>
      }
      flush
    >
      {calls.isPending && <Loading rows={5} list="tall" />}
      <ReadFailure reads={[calls]} />
      {hasFailed && typeof only !== "object" && <CallCauses records={records} onShow={show} />}
      {calls.data && records.length === 0 && <p className="p-4 text-muted">{nothing(only)}</p>}
      <ul aria-label={text.title} className="divide-y divide-line">
        {records.slice(0, shown).map((record) => (
          <CallRow key={record.offset} record={record} />
        ))}
      </ul>
      {records.length > shown && (
        <div className="border-line border-t px-4 py-2">
          <Button look="quiet" onClick={() => setShown(records.length)}>
            {text.showMore(records.length - shown)}
          </Button>
        </div>
      )}
      {isPartial && <p className="border-line border-t px-4 py-2 text-muted text-sm">{text.partial}</p>}
    </Panel>
  );
}

function searched(object: string, only: "errors" | CallCause | undefined): string {
  if (only === undefined) return textOfKey(object);
  return only === "errors" ? errorsOfKey(object) : callsWithCause(object, only);
}

function nothing(only: "errors" | CallCause | undefined): string {
  if (only === undefined) return text.none;
  return only === "errors" ? text.noErrors : text.noCalls;
}
