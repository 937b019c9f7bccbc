import { createContext, type ReactNode, use } from "react";
import { serviceNow } from "../../api/service-clock.ts";
import { messages } from "../../messages/messages.ts";

/** Renders a link from a past time to the log entries around it. Default: times aren't links. */
export const MomentLinkContext = createContext<((at: string, text: ReactNode) => ReactNode) | undefined>(undefined);

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * Relative time, with the exact time on hover. Null: never. `isAhead`: the time is in the future, so there are no log entries around it.
 */
export function Moment({ at, isAhead = false }: { readonly at: string | null; readonly isAhead?: boolean }) {
  if (at === null) return <span className="text-muted">{messages.time.never}</span>;
  return <Linked at={at} title={exactly(at)} text={relativeTo(serviceNow(), at)} isAhead={isAhead} />;
}

/** Exact time. `title`: text on hover. */
export function ExactMoment({ at, title }: { readonly at: string; readonly title?: string }) {
  return <Linked at={at} title={title ?? messages.time.around} text={exactly(at)} />;
}

function Linked({
  at,
  title,
  text,
  isAhead = false,
}: {
  readonly at: string;
  readonly title: string;
  readonly text: string;
  readonly isAhead?: boolean;
}) {
  const link = use(MomentLinkContext);
  const time = (
    <time dateTime={at} title={title} className="whitespace-nowrap">
      {text}
    </time>
  );
  return link === undefined || isAhead ? time : link(at, time);
}

export function exactly(at: string): string {
  return exact.format(new Date(at));
}

function relativeTo(now: number, at: string): string {
  const seconds = Math.round((Date.parse(at) - now) / 1_000);
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  return messages.time.justNow;
}
