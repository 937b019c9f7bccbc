import { FmError } from "../fm-error.ts";

/** Returns the error for a missing object. */
export function missing(): FmError {
  return new FmError("1700", { status: 404 });
}

/** Returns the error for an invalid value. */
export function badValue(text?: string): FmError {
  return new FmError("1708", text === undefined ? { status: 400 } : { status: 400, text });
}

/** Returns the error for an action that isn't possible in the current state. */
export function wrongState(): FmError {
  return new FmError("1709", { status: 400 });
}
