import { FmError } from "../fm-error.ts";

/** What is asked for does not exist. */
export function missing(): FmError {
  return new FmError("1700", { status: 404 });
}

/** A value that is not one of those that are taken. */
export function badValue(text?: string): FmError {
  return new FmError("1708", text === undefined ? { status: 400 } : { status: 400, text });
}

/** The thing is in a state in which this cannot be done. */
export function wrongState(): FmError {
  return new FmError("1709", { status: 400 });
}
