/** Errors of the language for values that it can't work with. The same input causes them again. */
const defects = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];

/**
 * True if another try can succeed: for everything but a defect. `fetch` throws a TypeError if a connection breaks, with the
 * original error as its cause, and the AWS SDK a SyntaxError for a response from something in front of AWS.
 */
export function isPassingFault(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return true;
  const isDefect = thrown.name === "ZodError" || defects.some((defect) => thrown instanceof defect);
  if (!isDefect) return true;
  if ("$response" in thrown || "$metadata" in thrown) return true;
  return thrown.cause instanceof Error && isPassingFault(thrown.cause);
}
