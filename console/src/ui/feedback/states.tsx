import { CircleAlert, Inbox, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { detailsOf } from "../../api/error-details.ts";
import { Refused } from "../../api/refused.ts";
import { inServiceTime } from "../../api/service-clock.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../buttons/button.tsx";
import { CopyButton } from "../buttons/copy-button.tsx";
import { classes } from "../classes.ts";
import { ErrorNumber } from "./error-number.tsx";
import { reasonOf } from "./reason-of.ts";

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** Same heights as the content, so that nothing below moves when it appears. */
const heights = { fact: "h-target", short: "h-[2.75rem]", tall: "h-[3.85rem]" } as const;

/** Placeholder in the shape of the content. Appears with a delay, so that fast answers don't flicker. */
export function Loading({
  rows = 4,
  list,
}: {
  readonly rows?: number;
  /** Height of rows, if the content is a list instead of names and values. */
  readonly list?: "short" | "tall";
}) {
  return (
    <div className={classes("appear-late flex flex-col", list === undefined ? "gap-1 p-4" : "px-4")}>
      <span role="status" className="sr-only">
        {messages.states.loading}
      </span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all of these gray bars are the same
        <div key={row} aria-hidden className={classes("flex items-center", heights[list ?? "fact"])}>
          <div className="h-4 flex-1 animate-pulse rounded bg-selection" />
        </div>
      ))}
    </div>
  );
}

/** Empty state with the next step: there is nothing yet, or nothing matches. */
export function Empty({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <Inbox aria-hidden size={28} className="text-muted" />
      <p className="font-medium">{title}</p>
      {text && <p className="max-w-md text-muted">{text}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

/** Failure of one panel; the rest of the page still works. `from`: time of the data that is still visible. */
export function Failed({
  error,
  from,
  onRetry,
}: {
  readonly error: unknown;
  readonly from?: number;
  readonly onRetry: () => void;
}) {
  const refused = error instanceof Refused ? error : undefined;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 p-4">
      <CircleAlert aria-hidden size={18} className="shrink-0 text-bad" />
      <p className="min-w-0 flex-1 basis-56">
        {reasonOf(error)} {refused?.code !== undefined && <ErrorNumber number={refused.code} />}
        {from !== undefined && (
          <span className="block text-muted">{messages.states.asOf(clock.format(inServiceTime(from)))}</span>
        )}
      </p>
      <div className="flex gap-2">
        <Button onClick={onRetry}>
          <RotateCw aria-hidden size={14} />
          {messages.states.retry}
        </Button>
        <CopyButton text={detailsOf(error)} label={messages.states.details} />
      </div>
    </div>
  );
}
