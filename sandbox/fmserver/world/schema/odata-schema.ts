import * as z from "zod";
import { byVersion } from "./by-version.ts";

/** Settings of OData: limits, and variations and defects of answers that differ between real servers. */
export const ODataSettings = z.strictObject({
  enabled: z.boolean().default(true).describe("false: the engine does not run, and the web server answers 502."),
  withoutFmodata: z
    .enum(["212", "9", "802"])
    .default("212")
    .describe("The code for a right password whose privilege set lacks fmodata."),
  rootList: z
    .enum(["byAccount", "everyone"])
    .default("byAccount")
    .describe(
      "The files that GET /fmi/odata/v4 lists: those that the account opens, or every open file, even for a wrong password.",
    ),
  annotations: z
    .enum(["byVersion", "short", "odata"])
    .default("byVersion")
    .describe("@context or @odata.context: by the request's OData version headers, or always the same."),
  countName: z
    .enum(["likeOthers", "short", "odata"])
    .default("likeOthers")
    .describe("@count or @odata.count: as the other annotations of the answer, or always the same."),
  updateAnswer: z
    .enum(["byPrefer", "always", "never"])
    .default("byPrefer")
    .describe("Whether a PATCH answers 200 with the record: where Prefer asks for it, always, or never, which is 204."),
  batches: z
    .enum(["tolerant", "strict"])
    .default("tolerant")
    .describe(
      "strict: lines of a batch end with CRLF, a GET with a blank line, and a body has a Content-Length without which it is empty.",
    ),
  encodedColon: z
    .enum(["refused", "accepted"])
    .default("refused")
    .describe(
      "%3A outside of quotes in a query. refused: -1002. Source: GUIDELINE.md in https://github.com/oogi-io/fm-odata-skill (two hosts, one 22.0), GOTCHAS.md in https://github.com/Navarre-AI/mitos (21 to 26).",
    ),
  quotedLiterals: z
    .enum(["noRows", "nulls", "converted"])
    .default("noRows")
    .describe(
      "Comparison of a date, time, timestamp or number field with a text: no rows, rows that only have empty fields, or as without quotes. Source: GUIDELINE.md in https://github.com/oogi-io/fm-odata-skill (two hosts).",
    ),
  leadingZero: z
    .enum(["omitted", "written"])
    .default("omitted")
    .describe(
      "omitted: numbers between -1 and 1 are written as .5 and -.06, which isn't JSON. Source: GOTCHAS.md in https://github.com/Navarre-AI/mitos (21 to 26).",
    ),
  pathDecoding: z
    .enum(["once", "twice"])
    .default("once")
    .describe(
      "twice: the web server decodes the path behind the file before OData reads it. Source: GOTCHAS.md in https://github.com/Navarre-AI/mitos (some 26 hosts behind nginx).",
    ),
  oddOccurrenceNames: z
    .enum(["refused", "served"])
    .default("refused")
    .describe(
      "Paths to occurrences with ~ or ? in the name. refused: -1002. Source: https://github.com/oogi-io/fm-odata-skill (22.0), GOTCHAS.md in https://github.com/Navarre-AI/mitos (21).",
    ),
  hiddenFields: z
    .enum(["absent", "empty"])
    .default("absent")
    .describe(
      "Fields that the account's privileges hide: don't exist, or are named and empty. Source: agent/UPSTREAM_PROPOSALS.md in https://github.com/Taiko-Solutions/agentic-fm (live, 2026-07-03).",
    ),
  batchCreate: byVersion(z.enum(["minimal", "representation"])).describe(
    "A record created in a changeset: 204 without Location, or 201 with the record. byVersion: minimal from 26 on. Source: docs/13-quirks.md in https://github.com/fsans/fms-odata-spec.",
  ),
  nextLink: byVersion(z.enum(["skiptoken", "skip"])).describe(
    "The next page in @nextLink: $skiptoken=s10000t0, or $skip. byVersion: skip from 26 on. Source: https://github.com/oogi-io/fm-odata-skill (22.0), docs/13-quirks.md in https://github.com/fsans/fms-odata-spec (26).",
  ),
  nextLinkColon: z
    .enum(["encoded", "raw"])
    .default("encoded")
    .describe(
      "Colons of the request's query in @nextLink. encoded: as %3A, which the server refuses when the link is followed. Source: https://github.com/oogi-io/fm-odata-skill.",
    ),
  pageSize: z.int().min(1).default(10_000).describe("Rows in one answer; the rest is behind a nextLink."),
  containerType: byVersion(z.enum(["Edm.Binary", "Edm.Stream"])).describe(
    "byVersion: Edm.Binary from 22 on. Source: metadata.xml of 22.0.2 in https://github.com/proofsh/proofkit, packages/fmodata.",
  ),
  milliseconds: z.boolean().default(false).describe("Timestamps as 10:03:27.000Z."),
  countPath: z.boolean().default(true).describe("false: table/$count is refused with 400."),
  countAsText: z.boolean().default(false).describe('$count=true answers "2" in place of 2.'),
  put: z.boolean().default(true).describe("false: PUT is refused as an unsupported operation."),
  bareQuestionMark: z
    .boolean()
    .default(true)
    .describe("A calculation without a result is written as ?, which is no JSON; false: null."),
  rawControlCharacters: z.boolean().default(false).describe("Line ends inside texts are written as they are."),
  apply: byVersion(z.boolean()).describe(
    "false: $apply is refused. byVersion: true from 22 on. Source: docs/12-version-deltas.md in https://github.com/fsans/fms-odata-spec.",
  ),
  applyDefects: byVersion(z.boolean()).describe(
    "aggregate() and groupby over one column are refused. byVersion: true from 26 on. Source: docs/13-quirks.md in https://github.com/fsans/fms-odata-spec (26.0.1).",
  ),
  idAnnotations: byVersion(z.boolean()).describe(
    "TableID and FieldID in $metadata. byVersion: true from 22 on. Source: GOTCHAS.md in https://github.com/Navarre-AI/mitos (none on 21, nor on one 26 host).",
  ),
  lostLastGet: byVersion(z.boolean()).describe(
    "A batch of several GETs lacks the last answer. byVersion: true before 22. Source: docs/13-quirks.md in https://github.com/fsans/fms-odata-spec.",
  ),
  invoke: byVersion(z.enum(["immediate", "queued"])).describe(
    "Webhook.Invoke: sends before it answers, with 1631 if the receiver can't be reached, or later. byVersion: immediate from 26 on. Source: tests/integration/ddl-webhooks.test.ts in https://github.com/fsans/fms-odata-js (26.0.1).",
  ),
  invokeFailureStatus: z
    .union([z.literal(400), z.literal(502)])
    .default(400)
    .describe("The HTTP status of 1631; not recorded."),
  unknownScript: z
    .enum(["sentence", "sentence404", "104"])
    .default("sentence")
    .describe(
      "The answer for a missing script: the sentence \"Script 'X' not found\" with HTTP 400 or 404 and a code that wasn't recorded, or code 104. Source: tests/integration/live.test.ts and CHANGELOG.md in https://github.com/fsans/fms-odata-js.",
    ),
  webhookBody: z
    .enum(["tabs", "compact"])
    .default("tabs")
    .describe(
      "tabs: members in alphabetical order, indented by tabs. Source: DISCOVERINGS.md in https://github.com/fsans/FMS-odata-webhooks (22.0.4, two captures).",
    ),
  computed: byVersion(z.boolean()).describe(
    "Org.OData.Core.V1.Computed on calculated and auto-entered fields in $metadata. byVersion: true from 26 on. Source: docs/05-metadata.md in https://github.com/fsans/fms-odata-spec.",
  ),
  webhookContext: z.enum(["WebHook Processor", "Webhook Processor"]).default("WebHook Processor"),
  webhookRetrySeconds: z.number().positive().default(60).describe("How long an undelivered webhook waits."),
});
export type ODataSettings = z.output<typeof ODataSettings>;
