import type { ODataBehavior } from "../world/behavior.ts";
import type { ODataRequest } from "./odata-request.ts";

/** Requested form of answers, from Accept, Prefer and the OData version headers. */
export interface AnswerForm {
  /** Prefix of `context`, `id` and similar names: `@` or `@odata.`. */
  readonly mark: "@" | "@odata.";
  /** Name of a count. */
  readonly count: "@count" | "@odata.count";
  readonly metadata: "none" | "minimal" | "full";
  /** True if Int64 and Decimal are in quotes. */
  readonly quotedNumbers: boolean;
  readonly wantsXml: boolean;
  readonly wantsFileName: boolean;
  readonly returns: "minimal" | "representation" | undefined;
  readonly pageSize: number | undefined;
  readonly continuesOnError: boolean;
  readonly entityIds: boolean;
  readonly specialColumns: boolean;
  readonly basicTimestamps: boolean;
  readonly gmtOffset: boolean;
  /** True if `$metadata` has no annotations. */
  readonly withoutAnnotations: boolean;
  readonly version: "4.0" | "4.01";
}

export function answerForm(request: ODataRequest, settings: ODataBehavior): AnswerForm {
  const accept = (request.headers.accept ?? "").toLowerCase();
  const prefer = preferences(request.headers.prefer ?? "");
  const asked = [request.headers["odata-version"], request.headers["odata-maxversion"]];
  const isOld = asked.some((version) => version?.trim() === "4.0");
  const mark = settings.annotations === "odata" || (settings.annotations === "byVersion" && isOld) ? "@odata." : "@";
  const metadata = /(?:odata\.)?metadata=(none|minimal|full)/.exec(accept)?.[1] as AnswerForm["metadata"] | undefined;
  const returns = prefer.get("return");
  const pageSize = Number(prefer.get("odata.maxpagesize") ?? prefer.get("maxpagesize"));
  return {
    mark,
    count:
      settings.countName === "likeOthers" ? `${mark}count` : settings.countName === "odata" ? "@odata.count" : "@count",
    metadata: metadata ?? "minimal",
    quotedNumbers: /ieee754compatible=true/.test(accept),
    wantsXml: !accept.includes("json"),
    wantsFileName: accept.startsWith("application/octet-stream"),
    returns: returns === "minimal" || returns === "representation" ? returns : undefined,
    pageSize: Number.isInteger(pageSize) && pageSize > 0 ? pageSize : undefined,
    continuesOnError: isOn(prefer, "odata.continue-on-error") || isOn(prefer, "continue-on-error"),
    entityIds: isOn(prefer, "fmodata.entity-ids"),
    specialColumns: isOn(prefer, "fmodata.include-specialcolumns"),
    basicTimestamps: isOn(prefer, "fmodata.basic-timestamp"),
    gmtOffset: isOn(prefer, "fmodata.gmtoffset"),
    withoutAnnotations: prefer.get("include-annotations") === "-*",
    version: isOld ? "4.0" : "4.01",
  };
}

/** Returns the preferences in a header, which are separated by commas and can have quoted values. */
function preferences(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", quoted, plain] of header.matchAll(/([\w.!-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;]+)))?/g)) {
    found.set(name.toLowerCase(), quoted ?? plain ?? "true");
  }
  return found;
}

function isOn(prefer: ReadonlyMap<string, string>, name: string): boolean {
  return prefer.has(name) && prefer.get(name) !== "false";
}
