import type { LogEvent } from "#shared/ports/logs/log-events.ts";

/** A service log where there are no files: the lines of the store that belong to it. */
export interface EventView {
  /** Level that the store can filter by. Undefined: none. */
  readonly level: string | undefined;
  /** Returns the event as a line. Undefined if it belongs to another log. */
  lineOf(event: LogEvent): string | undefined;
}

const ours = /^\{"time":"[^"]*","level":"([\w-]+)"/;

/** Internal field of a call's line. */
const counted = /,"counted":"(?:[^"\\]|\\.)*"(?=[,}])/;

/** Returns the view of our own lines of one level. */
const ofLevel = (level: string): EventView => ({
  level,
  lineOf: ({ text }) => (ours.exec(text)?.[1] === level ? text.replace(counted, "") : undefined),
});

/** Lines that Lambda and API Gateway write themselves, such as reports of failed invocations. */
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
