/** True if a response with these headers ends with its connection, in which case a reset isn't a valid end. */
export function endsWithConnection(headers: readonly string[]): boolean {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]?.toLowerCase();
    if (name === "content-length" || name === "transfer-encoding") return false;
  }
  return true;
}

/** True if clients can read the head: a status of RFC 9110, and no transfer coding that undici leaves in the body. */
export function isAnswerHead(status: number, headers: readonly string[]): boolean {
  if (status > 599) return false;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] as string;
    if (name.length !== 17 || name.toLowerCase() !== "transfer-encoding") continue;
    if (headers[index + 1]?.toLowerCase() !== "chunked") return false;
  }
  return true;
}
