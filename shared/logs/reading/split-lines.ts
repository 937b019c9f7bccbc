/** Returns the start and end of each line, including its ending. Text after the last ending is a line too. */
export function splitLines(bytes: Buffer): readonly { readonly start: number; readonly end: number }[] {
  const lines = [];
  let start = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, start)) {
    lines.push({ start, end: at + 1 });
    start = at + 1;
  }
  if (start < bytes.length) lines.push({ start, end: bytes.length });
  return lines;
}
