/** Whether an answer with these headers is over when its connection is: then a reset is no end. */
export function endsWithConnection(headers: readonly string[]): boolean {
  for (let place = 0; place < headers.length; place += 2) {
    const name = headers[place]?.toLowerCase();
    if (name === "content-length" || name === "transfer-encoding") return false;
  }
  return true;
}
