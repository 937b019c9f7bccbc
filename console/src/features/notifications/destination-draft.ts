import type { Destination } from "#shared/notifications/contract.ts";
import type { EventName } from "#shared/notifications/events/contract.ts";
import type { Target } from "#shared/notifications/targets/contract.ts";
import type { InputOf } from "../../api/operations.ts";

type Kind = Target["type"];
type Email = Extract<Target, { readonly type: "email" }>;
type Severity = Destination["minimumSeverity"];

/** Destination in a form. Secrets are empty, because stored ones aren't shown. */
export interface DestinationDraft {
  readonly label: string;
  readonly kind: Kind;
  readonly address: string;
  readonly host: string;
  readonly port: number;
  readonly security: Email["security"];
  readonly user: string;
  readonly password: string;
  readonly from: string;
  /** One recipient per line. */
  readonly to: string;
  readonly severity: Severity;
  /** Empty: all. */
  readonly events: readonly string[];
}

const submissionPort = 587;

export function draftOf(before: Destination | undefined): DestinationDraft {
  const email = before?.target.type === "email" ? before.target : undefined;
  return {
    label: before?.label ?? "",
    kind: before?.target.type ?? "slack",
    address: "",
    host: email?.host ?? "",
    port: email?.port ?? submissionPort,
    security: email?.security ?? "starttls",
    user: email?.user ?? "",
    password: "",
    from: email?.from ?? "",
    to: email?.to.join("\n") ?? "",
    severity: before?.minimumSeverity ?? "warning",
    events: before?.events ?? [],
  };
}

const recipientsOf = ({ to }: DestinationDraft) => to.split(/[\s,;]+/).filter(Boolean);

/** Returns the target, or undefined if a change keeps it. */
export function targetOf(draft: DestinationDraft): Target | undefined {
  const { kind, address, host, port, security, user, password, from } = draft;
  if (kind === "email") {
    const account = security === "none" || user === "" ? {} : { user, ...(password !== "" && { password }) };
    return { type: kind, host: host.trim(), port, security, from: from.trim(), to: recipientsOf(draft), ...account };
  }
  if (address === "") return undefined;
  if (kind === "teams") return { type: kind, workflowUrl: address };
  return kind === "webhook" ? { type: kind, webhookUrl: address } : { type: kind, channelUrl: address };
}

/** Returns errors by field. */
export function missing(draft: DestinationDraft, isStored: boolean) {
  const isEmail = draft.kind === "email";
  const isAddressMissing = draft.address === "" ? !isStored : !isAddress(draft.address);
  return {
    label: draft.label.trim() === "",
    address: !isEmail && isAddressMissing,
    host: isEmail && draft.host.trim() === "",
    from: isEmail && !draft.from.includes("@"),
    to: isEmail && (recipientsOf(draft).length === 0 || recipientsOf(draft).some((each) => !each.includes("@"))),
  };
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

const chosenEvents = ({ events }: DestinationDraft) => (events.length === 0 ? null : ([...events] as EventName[]));

/** Returns the destination in the service's format. */
export function newDestination(draft: DestinationDraft): InputOf<"POST /svc/api/notifications/destinations"> {
  const { label, severity } = draft;
  const target = targetOf(draft) ?? { type: "slack", channelUrl: "" };
  return { label: label.trim(), target, minimumSeverity: severity, events: chosenEvents(draft) };
}

export function changesOf(
  before: Destination,
  draft: DestinationDraft,
): InputOf<"PATCH /svc/api/notifications/destinations/{id}"> {
  const target = targetOf(draft);
  return {
    id: before.id,
    label: draft.label.trim(),
    minimumSeverity: draft.severity,
    events: chosenEvents(draft),
    ...(target !== undefined && { target }),
  };
}
