import type { NamedKey } from "#shared/contract/call.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { DataCalls, DataRequest } from "#shared/filemaker/commands/data-calls.ts";
import type { Pool } from "#shared/filemaker/sessions/pool.ts";
import type { webhooks } from "./contract.ts";

type Check = ServiceOf<typeof webhooks>["checkReceiver"];
type Point = Awaited<ReturnType<Check>>["points"][number];

interface CheckDependencies {
  /**
   * Returns sessions of a key's account in a file.
   * @throws ServiceError key_value_needed, key_not_found, key_file_not_allowed
   */
  readonly poolOf: (named: NamedKey) => Promise<Pool>;
  readonly calls: DataCalls;
}

const timeoutMs = 10_000;
const neededFields = ["Channel", "Payload"];

/** Creates the check that lists what a file lacks to receive events, one item after another. */
export function receiverCheck({ poolOf, calls }: CheckDependencies): Check {
  return async ({ filename, key, layout, script, containerField, withRecord }, { caller }) => {
    const pool = await poolOf({ key, filename, caller });
    const ask = (request: Pick<DataRequest, "method" | "path" | "body">) =>
      calls(pool, { ...request, timeoutMs, kind: "short" });
    const path = `/layouts/${encodeURIComponent(layout)}`;
    const metadata = await ask({ method: "GET", path });
    const hasLayout = metadata.code === "0";
    const scripts = await ask({ method: "GET", path: "/scripts" });
    const points: Point[] = [
      ok("key", "The key opens the file"),
      hasLayout
        ? ok("layout", `The layout ${layout} exists`)
        : failed("layout", `The layout ${layout} is missing`, "Add a layout with this name on a table for events."),
    ];
    if (hasLayout) points.push(fieldsPoint(namesIn(metadata.response.fieldMetaData), layout));
    if (hasLayout && containerField !== undefined)
      points.push(containerPoint(metadata.response.fieldMetaData, layout, containerField));
    points.push(
      namesIn(scripts.response.scripts).has(script.toLowerCase())
        ? ok("script", `The script ${script} exists`)
        : failed(
            "script",
            `The script ${script} is missing`,
            "Add a script with this name to the file, for example the one in `scriptLines`.",
          ),
    );
    if (withRecord && hasLayout) points.push(await recordPoint(ask, path));
    return { isReady: points.every(({ state }) => state === "ok"), points, scriptLines: linesOf(layout) };
  };
}

function fieldsPoint(fields: ReadonlySet<string>, layout: string): Point {
  const missing = neededFields.filter((name) => !fields.has(name.toLowerCase()));
  if (missing.length === 0) return ok("fields", "The layout has the fields Channel and Payload");
  return failed(
    "fields",
    `The layout ${layout} has no ${missing.join(" and ")}`,
    "Add text fields with these names to the table and to the layout.",
  );
}

function containerPoint(fields: unknown, layout: string, name: string): Point {
  const rows: readonly Row[] = Array.isArray(fields) ? fields : [];
  const field = rows.find((row) => typeof row.name === "string" && row.name.toLowerCase() === name.toLowerCase());
  const remedy = `Add a container field ${name} to the table and to the layout, with a repetition for each file.`;
  if (field === undefined) return failed("container", `The layout ${layout} has no ${name}`, remedy);
  if (field.result !== "container") return failed("container", `The field ${name} isn't a container`, remedy);
  const most = Number(field.maxRepeat ?? 1);
  return ok("container", `The container field ${name} exists, for ${most === 1 ? "one file" : `${most} files`}`);
}

type Ask = (request: Pick<DataRequest, "method" | "path" | "body">) => ReturnType<DataCalls>;

async function recordPoint(ask: Ask, path: string): Promise<Point> {
  const made = await ask({
    method: "POST",
    path: `${path}/records`,
    body: { fieldData: { Channel: "check", Payload: "{}" } },
  });
  if (made.code !== "0")
    return failed(
      "record",
      `The account can't create a record: FileMaker error ${made.code ?? "none"}`,
      "Allow the account's privilege set to create records in this table.",
    );
  const deleted = await ask({ method: "DELETE", path: `${path}/records/${String(made.response.recordId)}` });
  if (deleted.code === "0") return ok("record", "The account can create a record");
  return ok(
    "record",
    `The account can create a record but not delete it: record ${String(made.response.recordId)} was not deleted`,
  );
}

/** Returns names in lower case, including those in folders: FileMaker compares names case-insensitively. */
function namesIn(rows: unknown): ReadonlySet<string> {
  if (!Array.isArray(rows)) return new Set();
  return new Set(
    rows.flatMap(({ name, isFolder, folderScriptNames }: Row) =>
      isFolder === true ? [...namesIn(folderScriptNames)] : typeof name === "string" ? [name.toLowerCase()] : [],
    ),
  );
}

interface Row {
  readonly name?: unknown;
  readonly isFolder?: unknown;
  readonly folderScriptNames?: unknown;
  readonly result?: unknown;
  readonly maxRepeat?: unknown;
}

/** Returns the lines of a script that detects repeated events, branches on the channel and responds to its sender. */
function linesOf(layout: string): string[] {
  return [
    `Go to Layout [ "${layout}" ]`,
    "Set Variable [ $payload ; Value: Payload ]",
    'Set Variable [ $id ; Value: JSONGetElement ( $payload ; "request-id" ) ]',
    'If [ Channel = "orders" ]',
    "    # Process the order here. $id is the same if the event is sent again.",
    "End If",
    'Exit Script [ Text Result: JSONSetElement ( "{}" ; "received" ; True ; JSONBoolean ) ]',
  ];
}

function ok(id: Point["id"], text: string): Point {
  return { id, state: "ok", text, remedy: null };
}

function failed(id: Point["id"], text: string, remedy: string): Point {
  return { id, state: "failed", text, remedy };
}
