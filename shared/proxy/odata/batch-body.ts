import { Readable } from "node:stream";
import type { Ids } from "#shared/ports/ids.ts";
import { multipartBoundary } from "../addresses/multipart-boundary.ts";
import type { CheckedCall } from "../checked-call.ts";
import { headerValues } from "../relay/header-values.ts";
import { type RequestBody, requestBody } from "../relay/request-body.ts";
import { requestHeaders } from "../relay/request-headers.ts";
import { rewrittenBatch } from "./batch.ts";
import { batchRefused } from "./batch-reader.ts";
import type { BatchRules } from "./batch-rules.ts";

interface BatchBodyRules extends Pick<BatchRules, "target" | "native" | "host" | "limits"> {
  readonly ids: Ids;
  readonly ownHeaderPrefixes: readonly string[];
}

/**
 * Returns the forwarded body of a batch and sets the headers that frame it. A small body is checked completely before anything is sent.
 * A large one streams, and the server never gets its end if a part is rejected.
 * @throws ServiceError batch_refused, or errors of its inner calls
 */
export async function batchBody(checked: CheckedCall, rules: BatchBodyRules): Promise<RequestBody> {
  const { call, headers } = checked;
  const boundary = framing(headers.forwarded);
  const mark = Buffer.from(rules.ids.bytes(18)).toString("hex");
  const freshBoundary = (level: number) => `${level === 0 ? "batch" : "changeset"}_${mark}`;
  replace(headers.forwarded, `multipart/mixed; boundary=${freshBoundary(0)}`);
  const inner = {
    ...rules,
    boundary,
    freshBoundary,
    headers: (raw: readonly string[]) => requestHeaders(raw, rules.ownHeaderPrefixes, false),
  };
  return requestBody(
    Readable.from(rewrittenBatch(call.body, inner), { objectMode: false }),
    undefined,
    checked.outcome,
  );
}

/** Returns the boundary of the batch. @throws ServiceError batch_refused for a body that the server could read differently */
function framing(forwarded: readonly string[]): string {
  const types = headerValues(forwarded, "content-type");
  const boundary = types.length === 1 ? multipartBoundary(types[0] as string) : undefined;
  if (boundary === undefined) throw batchRefused("it requires one Content-Type: multipart/mixed with a boundary");
  if (headerValues(forwarded, "content-encoding").some((encoding) => encoding.toLowerCase() !== "identity"))
    throw batchRefused("its body is compressed");
  return boundary;
}

/** Sets the type with the new boundary, and removes the length, which changes too. */
function replace(forwarded: string[], type: string): void {
  for (let index = forwarded.length - 2; index >= 0; index -= 2) {
    const name = forwarded[index]?.toLowerCase();
    if (name === "content-type") forwarded[index + 1] = type;
    else if (name === "content-length") forwarded.splice(index, 2);
  }
}
