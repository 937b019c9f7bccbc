import { jsonOrNothing } from "#shared/http/json-or-nothing.ts";

/**
 * Parses an OData response. FileMaker Server writes numbers between -1 and 1 without the zero, such as `.5` and `-.06`, which isn't JSON:
 * only such responses are corrected. Undefined if it still isn't JSON.
 */
export function odataJson(body: Uint8Array): unknown {
  const parsed = jsonOrNothing(body);
  if (parsed !== undefined || body.length === 0) return parsed;
  const text = Buffer.from(body).toString("utf8");
  const corrected = text.replace(stringOrBareFraction, (token) => token.replace(/^(-?)\./, "$10."));
  return corrected === text ? undefined : jsonOrNothing(corrected);
}

/** Matches strings, so that nothing in them changes, and fractions without a digit in front of the point. */
const stringOrBareFraction = /"(?:[^"\\]|\\.)*"|(?<![\d.])-?\.\d+/gs;
