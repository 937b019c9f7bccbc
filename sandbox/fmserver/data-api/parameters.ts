import { badParameter } from "../fm-error.ts";
import type { LiveDatabase } from "../world/live/live-database.ts";
import { SortOrder } from "../world/schema/layout-schema.ts";
import type { DateOrder } from "../world/values/date-text.ts";
import { type DataCall, jsonBody } from "./operation.ts";

/** Parameters of a call, from the query or the JSON body. Ranges have an underscore in queries only, so `get` takes names without it. */
export interface Parameters {
  get(name: string): unknown;
  /** Returns the names with a prefix, for `limit.{portal}` and `offset.{portal}`. */
  startingWith(prefix: string): readonly string[];
}

const SCRIPTS = [
  "script",
  "script.param",
  "script.prerequest",
  "script.prerequest.param",
  "script.presort",
  "script.presort.param",
];
const UNDERSCORED = /^_(?=(?:offset|limit|sort)(?:\.|$))/;

/** @throws FmError 960 for an unknown parameter, if the world is strict. */
export function queryParameters(call: DataCall, known: readonly string[]): Parameters {
  const values = new Map<string, unknown>();
  for (const [name, value] of call.request.query) {
    if (/^(?:offset|limit|sort)(?:\.|$)/.test(name)) unknown(call, name);
    values.set(name.replace(UNDERSCORED, ""), value);
  }
  return checked(call, values, known);
}

/** Returns the body's parameters; portal ranges in the query are accepted too, because clients in the field send them there. */
export function bodyParameters(call: DataCall, known: readonly string[]): Parameters {
  const values = new Map<string, unknown>(Object.entries(jsonBody(call)));
  for (const [name, value] of call.request.query) {
    if (/^_(?:limit|offset)\./.test(name)) values.set(name.slice(1), value);
    else if (known.includes(name) && !values.has(name)) values.set(name, value);
    else unknown(call, name);
  }
  return checked(call, values, known);
}

function checked(call: DataCall, values: ReadonlyMap<string, unknown>, known: readonly string[]): Parameters {
  for (const name of values.keys()) {
    if (known.includes(name) || SCRIPTS.includes(name)) continue;
    if (known.includes("portal") && /^(?:limit|offset)\../.test(name)) continue;
    unknown(call, name);
  }
  return {
    get: (name) => values.get(name),
    startingWith: (prefix) => [...values.keys()].filter((name) => name.startsWith(prefix)),
  };
}

function unknown(call: DataCall, name: string): void {
  if (call.host.world.definition.server.dataApi.strictParameters) throw badParameter(`Unknown parameter(s): ${name}`);
}

/** Returns a count of 1 or more, without an upper limit. @throws FmError 960 */
export function readCount(value: unknown, name: string, otherwise: number): number {
  if (value === undefined) return otherwise;
  const text = String(value);
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1) throw badParameter(`${name} is invalid`);
  return count;
}

/** Returns the order of date parts in input and output. @throws FmError 960 */
export function readDateOrder(value: unknown, database: LiveDatabase): DateOrder {
  switch (String(value ?? "0")) {
    case "0":
      return "MM/DD/YYYY";
    case "1":
      return database.definition.dateFormat;
    case "2":
      return "YYYY-MM-DD";
    default:
      throw badParameter("dateformats is invalid");
  }
}

/** Returns an array, which can be given as JSON text. @throws FmError 960 */
export function readArray(value: unknown, name: string): readonly unknown[] | undefined {
  if (value === undefined) return undefined;
  let list = value;
  if (typeof value === "string") {
    try {
      list = JSON.parse(value);
    } catch {
      throw badParameter(`${name} is invalid`);
    }
  }
  if (!Array.isArray(list)) throw badParameter(`${name} is invalid`);
  return list;
}

/** @throws FmError 960 */
export function readSort(value: unknown): readonly SortOrder[] {
  return (readArray(value, "sort") ?? []).map((item) => {
    const sort = SortOrder.safeParse(item);
    if (!sort.success) throw badParameter("sort is invalid");
    return sort.data;
  });
}
