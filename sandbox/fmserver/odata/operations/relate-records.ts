import { fieldAccess, requireRecords } from "../../data-api/records/privileges.ts";
import { FmError } from "../../fm-error.ts";
import { decodeSegments } from "../../http/incoming-call.ts";
import type { Reply } from "../../http/reply.ts";
import { cellOf, type LiveRecord } from "../../world/live/live-table.ts";
import type { Occurrence } from "../../world/live/occurrences.ts";
import type { Field } from "../../world/schema/field-schema.ts";
import { cellText } from "../../world/values/cell.ts";
import { isReadOnly, keyFields } from "../columns.ts";
import { commitChanges } from "../commit-changes.ts";
import { jsonBody } from "../json-body.ts";
import type { ODataCall } from "../odata-call.ts";
import { badBody, parseFailure, unsupported } from "../odata-error.ts";
import { emptyAnswer } from "../odata-reply.ts";
import { recordWithKey } from "../record-key.ts";
import { type Origin, type Resource, readSegment } from "../resource.ts";

type RefResource = Extract<Resource, { kind: "ref" }>;

/** Relates the record in the body to the one in the path. */
export function relateRecords(call: ODataCall, { origin }: RefResource): Reply {
  const target = namedTarget(call, origin, true);
  if (target === undefined) throw badBody("the request body has no @odata.id");
  link(call, origin, target, (from) => from);
  return emptyAnswer(call.form);
}

/** Removes the relation to a record, which is in the path, in `$id`, or in the body. */
export function unrelateRecords(call: ODataCall, { origin, record }: RefResource): Reply {
  const target = record ?? namedTarget(call, origin, false);
  if (target === undefined && linkOf(origin).holdsKey) throw unsupported();
  link(call, origin, target, () => "");
  return emptyAnswer(call.form);
}

/** Writes the match fields on the side with the foreign key. */
function link(
  call: ODataCall,
  origin: Origin,
  target: LiveRecord | undefined,
  written: (text: string) => string,
): void {
  const { pairs, holdsKey } = linkOf(origin);
  const [from, to] = holdsKey ? [origin.record, target] : [target, origin.record];
  const place: Occurrence = holdsKey ? origin.hop.to : origin.occurrence;
  requireRecords(call.account, place.table, "edit");
  commitChanges(call, (transaction) => {
    for (const { near, far } of pairs) {
      const [source, sink] = holdsKey ? [near, far] : [far, near];
      if (to === undefined) return;
      if (isReadOnly(sink) || fieldAccess(call.account, { occurrence: place, field: sink }) !== "modify") {
        throw new FmError("201");
      }
      const text = from === undefined ? "" : cellText(cellOf(from, source.name, 1));
      transaction.assign(place.table, to, sink, 1, written(text));
    }
  });
}

/** Returns the match fields. `holdsKey`: the record in the path has the primary key, so the related one changes. */
function linkOf({ occurrence, hop }: Origin): {
  readonly pairs: readonly { readonly near: Field; readonly far: Field }[];
  readonly holdsKey: boolean;
} {
  const pairs = hop.matches
    .filter(({ operator }) => operator === "=")
    .map((match) => {
      const near = occurrence.table.fields.get(match.near.toLowerCase());
      const far = hop.to.table.fields.get(match.far.toLowerCase());
      return near === undefined || far === undefined ? undefined : { near, far };
    })
    .filter((pair) => pair !== undefined);
  if (pairs.length === 0) throw unsupported();
  const keys = keyFields(occurrence.table);
  return { pairs, holdsKey: pairs.every(({ near }) => keys.includes(near) || isIdentity(near)) };
}

/** Returns true for fields with an automatic serial number or UUID. */
function isIdentity({ autoEnter }: Field): boolean {
  return autoEnter !== undefined && ("serial" in autoEnter || ("special" in autoEnter && autoEnter.special === "uuid"));
}

function namedTarget(call: ODataCall, origin: Origin, isRequired: boolean): LiveRecord | undefined {
  const body = call.request.body.length === 0 && !isRequired ? {} : jsonBody(call);
  const address = call.options.id ?? body["@odata.id"] ?? body["@id"];
  if (address === undefined) return undefined;
  if (typeof address !== "string") throw badBody("@odata.id is no address");
  const segments = decodeSegments(`/${address.replace(/^[a-z]+:\/\/[^/]+/i, "").replace(/^\//, "")}`) ?? [];
  const { name, key } = readSegment(segments.at(-1) ?? "", call.settings);
  if (key === undefined || name.toLowerCase() !== origin.hop.to.name.toLowerCase()) throw parseFailure(address);
  return recordWithKey(origin.hop.to, key);
}
