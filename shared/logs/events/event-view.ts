import type { LogEvent } from "#shared/ports/logs/log-events.ts";

/** A service log where there are no files: those of all lines that belong to it. */
export interface EventView {
  /** What the store can leave out by itself. Undefined: nothing. */
  readonly level: string | undefined;
  /** The event as a line; undefined where it belongs to another log. */
  lineOf(event: LogEvent): string | undefined;
}

const ours = /^\{"time":"[^"]*","level":"([\w-]+)"/;

/** What the service says to itself at the end of a call's line. */
const counted = /,"counted":"(?:[^"\\]|\\.)*"\}$/;

/** What we write, level by level. */
const ofLevel = (level: string): EventView => ({
  level,
  lineOf: ({ text }) => (ours.exec(text)?.[1] === level ? text.replace(counted, "}") : undefined),
});

/** What Lambda writes by itself: that an instance starts, what a call took, and what ended one. It has no time in it. */
const ofLambda: EventView = {
  level: undefined,
  lineOf: ({ at, text }) => (ours.test(text) ? undefined : `${new Date(at).toISOString()} ${text}`),
};

/** The service's logs, each a view of the same lines. */
export const eventViews: ReadonlyMap<string, EventView> = new Map([
  ["app-debug.log", ofLevel("app-debug")],
  ["app-error.log", ofLevel("app-error")],
  ["app-info.log", ofLevel("app-info")],
  ["svc-debug.log", ofLambda],
  ["svc-error.log", ofLevel("error")],
  ["svc-info.log", ofLevel("info")],
  ["svc-receiver.log", ofLevel("receiver")],
]);
