import type { Contracts } from "./contract-types.ts";
import { LatchkeyFailure } from "./latchkey-error.ts";
import { type OperationEntry, operationEntry } from "./operation-entry.ts";
import operations from "./operations.json" with { type: "json" };
import type { Fields } from "./request.ts";
import { type Connection, send } from "./send.ts";
import { type ServerSentEvent, serverSentEvents } from "./server-sent-events.ts";

/** Change of an object. `missed`: changes were lost, so reload your data. */
export type Change =
  | Contracts["events"]["followEvents"]["output"]["events"][number]
  | { readonly kind: "missed"; readonly id: number };

/** Lines of a log, as `logs.readLogLines` returns them. */
export type LogLines = Contracts["logs"]["readLogLines"]["output"];

export interface FollowOptions {
  /** Number of the last known event. Default: only changes from now on. */
  readonly since?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FollowLogOptions {
  /** Cursor of the start, from `logs.readLogLines`. Default: the end of the log. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Yields changes until it is left or aborted. Reconnects without losing any, or reports that some were missed. */
export async function* follow(
  connection: Connection,
  { since, signal }: FollowOptions,
): AsyncGenerator<Change, void, undefined> {
  const entry = operationEntry("events.followEvents", operations.events.followEvents);
  // A stream reports no position until something happens, so a broken one couldn't be continued without this.
  const start = since ?? (await positionOf(connection, entry, signal));
  for await (const { id, event, data } of streamed(connection, entry, {}, { since: start }, "since", signal)) {
    if (event === "missed") yield { kind: "missed", id: Number(id) };
    else if (event === "message") yield JSON.parse(data) as Change;
  }
}

/** Yields new lines of a log until it is left or aborted, and reconnects when the stream ends. */
export async function* followLog(
  connection: Connection,
  name: string,
  { after, signal }: FollowLogOptions,
): AsyncGenerator<LogLines, void, undefined> {
  const entry = operationEntry("logs.followLog", operations.logs.followLog);
  const start = after === undefined ? {} : { after };
  for await (const { event, data } of streamed(connection, entry, { name }, start, "after", signal)) {
    if (event === "lines") yield JSON.parse(data) as LogLines;
    else if (event === "failed") throw failureIn(data, entry);
  }
}

async function* streamed(
  connection: Connection,
  entry: OperationEntry,
  input: Fields,
  start: Fields,
  position: "since" | "after",
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let from = start;
  const headers = { Accept: "text/event-stream" };
  for (;;) {
    const answer = await send(connection, entry, { ...input, ...from }, { signal, headers });
    try {
      for await (const event of serverSentEvents(answer)) {
        if (event.id !== "") from = { [position]: event.id };
        yield event;
      }
    } catch {
      // A broken connection is opened again. If that fails too, `send` reports it.
      signal?.throwIfAborted();
    }
    await connection.delay(1_000, signal);
  }
}

async function positionOf(connection: Connection, entry: OperationEntry, signal?: AbortSignal): Promise<number> {
  const answer = await send(connection, entry, {}, { signal });
  const { response } = (await answer.json()) as { readonly response: { readonly position: number } };
  return response.position;
}

function failureIn(data: string, { name: operation }: OperationEntry): LatchkeyFailure<string> {
  const { text = "The log can no longer be read", error = "unknown_error" } = JSON.parse(data) as {
    readonly text?: string;
    readonly error?: string;
  };
  return new LatchkeyFailure(error, text, { status: 200, operation });
}
