import type { Process } from "#shared/processes/contract.ts";
import { processMessages } from "../../messages/english/processes.ts";
import { byteSize } from "../../ui/values/byte-size.tsx";

const text = processMessages;

/** Returns the progress of the phase as text, such as `120 of 400 keys`; only the count if there is no total. */
export function doneText({ done, total, unit }: Pick<Process, "done" | "total" | "unit">): string {
  const shown = (count: number) => (unit === "bytes" ? byteSize(count) : count.toLocaleString());
  const noun = unit === null || unit === "bytes" ? "" : unit;
  if (total !== null) return text.doneOf(shown(done), shown(total), noun).trim();
  return done === 0 ? "" : text.doneSoFar(shown(done), noun).trim();
}

/** Returns the rate, if known. */
export function rateText({ done, unit }: Pick<Process, "done" | "unit">, passedMs: number): string {
  if (done === 0 || passedMs < 2_000) return "";
  const perSecond = (done / passedMs) * 1_000;
  if (unit === "bytes") return text.rate(byteSize(Math.round(perSecond)), "").replace(" /s", "/s");
  // Lower rates are harder to read than the counts.
  if (perSecond < 1) return "";
  return text.rate(perSecond.toLocaleString(undefined, { maximumSignificantDigits: 2 }), unit ?? "").trim();
}
