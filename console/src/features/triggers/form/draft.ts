import type { Trigger } from "#shared/triggers/contract.ts";
import { type ChosenKey, isChosen } from "../../../api/key-list.ts";
import type { InputOf } from "../../../api/operations.ts";

type NewTrigger = InputOf<"POST /svc/api/triggers">;
type Destination = NewTrigger["destination"];
type RelayTarget = Extract<Destination, { readonly kind: "relay" }>["targets"][number];

/** Target in a form. `id`: id of the stored target; undefined for a new one. */
export interface TargetDraft {
  /** Identifies the target while it is edited. */
  readonly key: string;
  readonly id: number | undefined;
  readonly kind: "url" | "schedule";
  readonly url: string;
  readonly headers: string;
  readonly scheduleId: number;
  readonly isEnabled: boolean;
}

/** Trigger in a form. */
export interface TriggerDraft {
  readonly label: string;
  readonly filename: string;
  readonly access: "before" | "key" | "account";
  /** 0: none. */
  readonly chosenKey: ChosenKey;
  readonly user: string;
  readonly pass: string;
  readonly tableName: string;
  readonly select: string;
  readonly filter: string;
  readonly notifySchemaChanges: boolean;
  readonly maxFailedAttempts: number;
  readonly kind: "relay" | "address";
  readonly url: string;
  readonly headers: string;
  readonly targets: readonly TargetDraft[];
  readonly dropsPending: boolean;
}

export function newTarget(): TargetDraft {
  return {
    key: crypto.randomUUID(),
    id: undefined,
    kind: "url",
    url: "",
    headers: "",
    scheduleId: 0,
    isEnabled: true,
  };
}

export function draftOf(before: Trigger | undefined): TriggerDraft {
  return {
    label: before?.label ?? "",
    filename: before?.database ?? "",
    access: before === undefined ? "key" : "before",
    chosenKey: before?.access.keyId ?? 0,
    user: "",
    pass: "",
    tableName: before?.tableName ?? "",
    select: before?.select ?? "",
    filter: before?.filter ?? "",
    notifySchemaChanges: before?.notifySchemaChanges ?? false,
    maxFailedAttempts: before?.maxFailedAttempts ?? 0,
    kind: before?.destination.kind ?? "relay",
    url: "",
    headers: "",
    targets: (before?.destination.targets ?? []).map(storedTarget).concat(before === undefined ? [newTarget()] : []),
    dropsPending: false,
  };
}

function storedTarget({ id, kind, scheduleId, isEnabled }: Trigger["destination"]["targets"][number]): TargetDraft {
  return { key: String(id), id, kind, url: "", headers: "", scheduleId: scheduleId ?? 0, isEnabled };
}

/** Returns the headers in lines of `Name: value`, or the first invalid line. */
export function headersOf(
  text: string,
): { readonly headers: Readonly<Record<string, string>> } | { readonly wrong: string } {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const wrong = lines.find((line) => !/^[A-Za-z0-9-]+\s*:/.test(line));
  if (wrong !== undefined) return { wrong };
  return {
    headers: Object.fromEntries(
      lines.map((line) => {
        const at = line.indexOf(":");
        return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
      }),
    ),
  };
}

/** Returns true if the trigger keeps its address, so that the user needn't type it again. */
const keepsAddress = (draft: TriggerDraft, before: Trigger | undefined) =>
  draft.kind === "address" && before?.destination.kind === "address" && draft.url === "" && draft.headers === "";

/** Returns errors by field. */
export function missing(draft: TriggerDraft, before: Trigger | undefined) {
  return {
    label: draft.label.trim() === "",
    file: draft.filename === "",
    key: draft.access === "key" && !isChosen(draft.chosenKey),
    user: draft.access === "account" && draft.user === "",
    table: draft.tableName.trim() === "",
    url: draft.kind === "address" && !keepsAddress(draft, before) && !isAddress(draft.url),
    headers: draft.kind === "address" && "wrong" in headersOf(draft.headers),
    targets: draft.kind === "relay" && (draft.targets.length === 0 || draft.targets.some(isTargetMissing)),
  };
}

/** Returns true if a target is incomplete. Stored targets keep the values of empty fields. */
export function isTargetMissing(target: TargetDraft): boolean {
  if (target.kind === "schedule") return target.scheduleId === 0;
  const isUrlMissing = target.url === "" ? target.id === undefined : !isAddress(target.url);
  return isUrlMissing || "wrong" in headersOf(target.headers);
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function accessOf({ access, chosenKey, user, pass }: TriggerDraft) {
  if (access === "before") return {};
  return access === "key" ? { key: chosenKey } : { account: { user, pass } };
}

function targetOf({ id, kind, url, headers, scheduleId, isEnabled }: TargetDraft): RelayTarget {
  const known = id === undefined ? {} : { id };
  if (kind === "schedule") return { ...known, kind, scheduleId, isEnabled };
  const parsed = headersOf(headers);
  return {
    ...known,
    kind,
    isEnabled,
    ...(url !== "" && { url }),
    ...(headers.trim() !== "" && "headers" in parsed && { headers: parsed.headers }),
  };
}

function destinationOf(draft: TriggerDraft): Destination {
  if (draft.kind === "relay") return { kind: "relay", targets: draft.targets.map(targetOf) };
  const parsed = headersOf(draft.headers);
  return { kind: "address", url: draft.url, headers: "headers" in parsed ? parsed.headers : {} };
}

function watchedOf({ label, tableName, select, filter, notifySchemaChanges, maxFailedAttempts }: TriggerDraft) {
  return {
    label: label.trim(),
    tableName: tableName.trim(),
    select: select.trim(),
    filter: filter.trim(),
    notifySchemaChanges,
    maxFailedAttempts,
  };
}

/** Returns the trigger in the service's format. */
export function newTrigger(draft: TriggerDraft): NewTrigger {
  return { filename: draft.filename, ...accessOf(draft), ...watchedOf(draft), destination: destinationOf(draft) };
}

/** Returns the changed fields, so that FileMaker Server is only called if necessary. */
export function changesOf(before: Trigger, draft: TriggerDraft): InputOf<"PATCH /svc/api/triggers/{id}"> {
  const watched = Object.entries(watchedOf(draft)).filter(([name, value]) => before[name as keyof Trigger] !== value);
  const untouched = draftOf(before);
  const isSameDestination =
    keepsAddress(draft, before) ||
    (draft.kind === untouched.kind &&
      JSON.stringify(draft.targets) === JSON.stringify(untouched.targets) &&
      draft.kind === "relay");
  return {
    id: before.id,
    ...accessOf(draft),
    ...Object.fromEntries(watched),
    ...(!isSameDestination && { destination: destinationOf(draft) }),
    ...(draft.dropsPending && { dropsPending: true }),
  };
}
