import { ERROR_TEXTS } from "./error-texts.ts";

/** FileMaker's refusal: its code (always text), its message, and its HTTP status. */
export class FmError extends Error {
  override readonly name = "FmError";
  readonly code: string;
  readonly status: number;

  constructor(code: string, options: { readonly status?: number; readonly text?: string } = {}) {
    super(options.text ?? ERROR_TEXTS[code] ?? "Unknown error");
    this.code = code;
    // FileMaker errors have status 500, with a few exceptions. Data API guide, "Error responses".
    this.status = options.status ?? (code === "952" || code === "212" || code === "214" ? 401 : 500);
  }
}

/** Returns the error for an invalid parameter: HTTP 400 with code 960. */
export function badParameter(text?: string): FmError {
  return new FmError("960", text === undefined ? { status: 400 } : { status: 400, text });
}
