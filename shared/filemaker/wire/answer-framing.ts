/** Whether an answer with these headers is over when its connection is: then a reset is no end. */
export function endsWithConnection(headers: readonly string[]): boolean {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]?.toLowerCase();
    if (name === "content-length" || name === "transfer-encoding") return false;
  }
  return true;
}
