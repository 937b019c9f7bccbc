import type { AttemptContext, AttemptEnd } from "#shared/deliveries/api.ts";
import type { ContainerUploads } from "#shared/filemaker/commands/container-uploads.ts";
import type { DataCalls } from "#shared/filemaker/commands/data-calls.ts";
import type { Pool } from "#shared/filemaker/sessions/pool.ts";
import { endOf } from "../attempt-ends.ts";
import type { EventContext } from "../event-context.ts";
import type { StoredFile } from "./sent-content.ts";

/** Event with files, to be delivered to its file. */
export interface FileEvent {
  readonly pool: Pool;
  readonly stream: AttemptContext["stream"];
  /** Field values of the record. */
  readonly fieldData: Readonly<Record<string, string>>;
  /** Script and parameter. */
  readonly run: Readonly<Record<string, string>>;
  readonly sent: NonNullable<EventContext["sent"]>;
  /** Stores the progress, from which delivery continues after a crash. */
  readonly keep: (context: EventContext) => Promise<void>;
}

interface FileDeliveryDependencies {
  readonly calls: DataCalls;
  readonly upload: ContainerUploads;
}

/** Delivers an event with files: creates the record, inserts one file after another, runs the script. */
export type DeliverFiles = (event: FileEvent, context: EventContext) => Promise<AttemptEnd>;

const callMs = 120_000;
/** Minimum transfer rate of a file. */
const slowestBytesPerMs = 1_000;

/** Returns the timeout in milliseconds of a transfer of one file, or of a call without a file. */
export function fileMs(sizeBytes: number): number {
  return callMs + Math.ceil(sizeBytes / slowestBytesPerMs);
}

const recordMissing = "101";
const fieldMissing = "102";

export function deliverFiles({ calls, upload }: FileDeliveryDependencies): DeliverFiles {
  const write = { timeoutMs: callMs, kind: "script" } as const;

  /** Creates the record. Returns its number, or the outcome of the failure. */
  const makeRecord = async ({ pool, fieldData }: FileEvent, context: EventContext): Promise<string | AttemptEnd> => {
    const answer = await calls(pool, { ...write, method: "POST", path: recordsOf(context), body: { fieldData } });
    return answer.code === "0" ? String(answer.response.recordId) : endOf(answer, context, "");
  };

  /** Continues with a record. Returns "gone" if it was deleted in the meantime. */
  const finish = async (event: FileEvent, start: EventContext, recordId: string): Promise<AttemptEnd | "gone"> => {
    const { pool, stream, sent, run, keep } = event;
    let context = { ...start, recordId };
    const path = `${recordsOf(context)}/${recordId}`;
    for (const [index, file] of sent.files.entries()) {
      if (index < context.filesStored) continue;
      const container = `${path}/containers/${encodeURIComponent(sent.field)}/${index + 1}`;
      const content = { ...file, fileName: nameOf(file, index), bytes: () => bytesOf(file, stream) };
      const answer = await upload(pool, { path: container, file: content, timeoutMs: fileMs(file.sizeBytes) });
      if (answer.code === recordMissing) return "gone";
      if (answer.code !== "0") return withField(endOf(answer, context, recordId), answer.code, sent.field, index + 1);
      context = { ...context, filesStored: index + 1 };
      await keep(context);
    }
    const answer = await calls(pool, { ...write, method: "PATCH", path, body: { fieldData: {}, ...run } });
    return answer.code === recordMissing ? "gone" : endOf(answer, context, recordId);
  };

  return async (event, context) => {
    if (context.recordId !== null) {
      const end = await finish(event, context, context.recordId);
      if (end !== "gone") return end;
    }
    const anew = { ...context, recordId: null, filesStored: 0 };
    const made = await makeRecord(event, anew);
    if (typeof made !== "string") return made;
    await event.keep({ ...anew, recordId: made, isUnsure: false });
    const end = await finish(event, { ...anew, isUnsure: false }, made);
    return end === "gone" ? { outcome: "failed", status: null, reason: "The new record was deleted immediately" } : end;
  };
}

function recordsOf({ layout }: EventContext): string {
  return `/layouts/${encodeURIComponent(layout)}/records`;
}

async function* bytesOf({ from, sizeBytes }: StoredFile, stream: FileEvent["stream"]): AsyncGenerator<Uint8Array> {
  // A range has at least one byte.
  if (sizeBytes > 0) yield* stream({ from, to: from + sizeBytes - 1 });
}

/** Returns a file name with an extension, because containers recognize files by it. */
function nameOf({ fileName, name, contentType }: StoredFile, index: number): string {
  if (fileName !== "") return fileName;
  const subtype = /^[a-z]+\/([a-z0-9]{1,8})\b/i.exec(contentType)?.[1]?.toLowerCase() ?? "";
  const end = subtype === "octet" || subtype === "" ? "" : `.${subtype === "jpeg" ? "jpg" : subtype}`;
  return `${name === "" ? `file-${index + 1}` : name.replace(/[/\\]/g, "-")}${end}`;
}

/** Adds the container field to the reason, because the Data API only reports that some field is missing. */
function withField(end: AttemptEnd, code: string | undefined, field: string, repetition: number): AttemptEnd {
  if (end.outcome === "delivered") return end;
  if (code !== fieldMissing) return { ...end, reason: `${end.reason} (${field}, repetition ${repetition})` };
  const missing =
    repetition === 1
      ? `the layout has no container ${field}`
      : `the container ${field} has no repetition ${repetition}`;
  return { ...end, reason: `FileMaker error ${fieldMissing}: ${missing}` };
}
