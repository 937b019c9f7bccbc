import { LOG_HEADERS } from "../../../sandbox/fmserver/logs/log-lines.ts";

/** First line of a Stats.log. */
export const statsHeader = LOG_HEADERS["Stats.log"].join("\t");

export function statsLine(time: string, values: readonly number[]): string {
  return [time, ...values].join("\t");
}

/** First line of a TopCallStats.log. */
export const topCallHeader = LOG_HEADERS["TopCallStats.log"].join("\t");

/** Call with times in seconds; the log has them as seconds since the server's start and as microseconds. */
interface Call {
  readonly start: number;
  /** Undefined while the call is running. */
  readonly end?: number;
  readonly total: number;
  readonly wait: number;
  readonly io: number;
  readonly operation: string;
  readonly target: string;
  readonly client: string;
}

export function topCallLine(time: string, { start, end, total, wait, io, operation, target, client }: Call): string {
  const micros = (seconds: number) => seconds * 1_000_000;
  return [
    ...[time, start.toFixed(6), end?.toFixed(6) ?? "", micros(total), operation, target, 100, 2_000],
    ...[micros(Math.min(total, 30)), micros(wait), micros(io), client],
  ].join("\t");
}
