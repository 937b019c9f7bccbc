import { outcomeOf } from "../../../local-agent/conformance/outcome.ts";
import { FolderEntry, HttpEntry, LogEntry, ProgramEntry } from "../../../local-agent/conformance/recording.ts";

/** Difference between a kept recording and the stand-in's. */
export interface Difference {
  readonly step: string;
  /** Path of the value in the entry, such as `response.body.messages.0.code`. */
  readonly path: string;
  readonly recorded: unknown;
  readonly standIn: unknown;
}

type Files = ReadonlyMap<string, string>;

/** Headers that depend on the connection or the time. */
const connectionHeaders = /^(?:connection|content-length|date|keep-alive|transfer-encoding|etag|set-cookie): /i;

/**
 * Compares the answers of the stand-in with a recording, step by step and key by key: statuses, header names and known values, keys, types,
 * codes and known texts. Names, and how many rows a file has, are the server's own and aren't compared. Steps that only one has are ignored:
 * a recording can be older than a question.
 */
export function differencesBetween(recorded: Files, standIn: Files): readonly Difference[] {
  const own = comparableSteps(standIn);
  return [...comparableSteps(recorded)].flatMap(([step, expected]) => {
    const seen = own.get(step);
    return seen === undefined ? [] : compared(expected, seen).map((difference) => ({ step, ...difference }));
  });
}

function comparableSteps(files: Files): ReadonlyMap<string, unknown> {
  const steps = new Map<string, unknown>();
  for (const [name, text] of files) {
    if (/^http\//.test(name)) {
      const { step, response } = HttpEntry.parse(JSON.parse(text));
      const headers = response?.headers.filter((line) => !connectionHeaders.test(line)).sort();
      steps.set(step, { response: response && { ...response, headers, status: `HTTP ${response.status}` } });
    } else if (/^cli\//.test(name)) {
      const entry = ProgramEntry.parse(JSON.parse(text));
      steps.set(entry.step, { outcome: outcomeOf(entry) });
    } else if (/^fs\//.test(name)) {
      const { step, entries } = FolderEntry.parse(JSON.parse(text));
      steps.set(step, { isReadable: entries !== null });
    } else if (/^log\//.test(name)) {
      const { step, encoding, first } = LogEntry.parse(JSON.parse(text));
      // The number of columns, and the heading if there is one.
      const line = first?.find((one) => /^\d{4}-/.test(one));
      steps.set(step, {
        encoding,
        columns: line?.split("\t").length ?? 0,
        heading: /^\d/.test(first?.[0] ?? "1") ? null : first?.[0],
      });
    }
  }
  return steps;
}

function compared(recorded: unknown, standIn: unknown, path = ""): readonly Omit<Difference, "step">[] {
  const at = (key: string) => (path === "" ? key : `${path}.${key}`);
  if (Array.isArray(recorded) && Array.isArray(standIn)) {
    if (path.endsWith("headers")) return comparedHeaders(recorded, standIn, path);
    // Rows have the same form: the first stands for all.
    const [first, other] = [recorded[0], standIn[0]];
    return first === undefined || other === undefined ? [] : compared(first, other, at("0"));
  }
  if (isObject(recorded) && isObject(standIn)) {
    const [left, right] = [byKnownKey(recorded), byKnownKey(standIn)];
    return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
      if (!left.has(key)) return [{ path: at(key), recorded: undefined, standIn: right.get(key) }];
      if (!right.has(key)) return [{ path: at(key), recorded: left.get(key), standIn: undefined }];
      return compared(left.get(key), right.get(key), at(key));
    });
  }
  return formOf(recorded) === formOf(standIn) ? [] : [{ path, recorded, standIn }];
}

function comparedHeaders(recorded: readonly unknown[], standIn: readonly unknown[], path: string) {
  const forms = (lines: readonly unknown[]) => new Map(lines.map((line) => [formOf(line), line]));
  const [left, right] = [forms(recorded), forms(standIn)];
  return [
    ...[...left].filter(([form]) => !right.has(form)).map(([, line]) => ({ path, recorded: line, standIn: undefined })),
    ...[...right].filter(([form]) => !left.has(form)).map(([, line]) => ({ path, recorded: undefined, standIn: line })),
  ];
}

/** Keys that are names of fields differ from file to file: one of them is compared for its form. */
function byKnownKey(value: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value).filter(([key]) => !key.includes("«")));
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Returns a scalar as it is compared: placeholders without numbers and lengths, numbers and dates by their type. */
function formOf(value: unknown): unknown {
  if (typeof value === "number") return "a number";
  if (typeof value !== "string") return Array.isArray(value) || isObject(value) ? "a structure" : value;
  if (/^[-\d/:. TZ+]{5,}$/.test(value)) return "a time or version";
  return value
    .replaceAll(/«number:\d+»/g, "a number")
    .replaceAll(/«(?:string|digits):\d+»|«(?:file|layout|field|table|script|account|host|folder|name)\d+»/g, "a text")
    .replaceAll(/«token:(\w+):\d+»/g, "a $1 token")
    .replaceAll(/\d+(?:\.\d+)+/g, "a version");
}
