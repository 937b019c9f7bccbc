import { ERROR_TEXTS } from "./error-texts.ts";

/** A refusal in FileMaker's words: its code (always text), its sentence, and the HTTP status it travels with. */
export class FmError extends Error {
  override readonly name = "FmError";
  readonly code: string;
  readonly status: number;

  constructor(code: string, options: { readonly status?: number; readonly text?: string } = {}) {
    super(options.text ?? ERROR_TEXTS[code] ?? "Unknown error");
    this.code = code;
    // Every FileMaker error is a 500; the few others say so. Data API guide, "Error responses".
    this.status = options.status ?? (code === "952" || code === "212" || code === "214" ? 401 : 500);
  }
}

/** A parameter that is refused: HTTP 400 with code 960. */
export function badParameter(text?: string): FmError {
  return new FmError("960", text === undefined ? { status: 400 } : { status: 400, text });
}
