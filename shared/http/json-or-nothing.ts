/** Parses a body from elsewhere. Undefined if it isn't JSON. */
export function jsonOrNothing(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof body === "string" ? body : Buffer.from(body).toString("utf8"));
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}
