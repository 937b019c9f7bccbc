/** Returns the beginning of a text, of at most `maxBytes` bytes in UTF-8. A character that doesn't fit is omitted. */
export function cutToBytes(text: string, maxBytes: number): string {
  // No character has more than three bytes for each of its UTF-16 units.
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text;
  const start = Buffer.from(text.slice(0, maxBytes)).subarray(0, maxBytes);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(start, { stream: true });
}
