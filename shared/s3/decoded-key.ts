/** Returns the name of an object from a listing with `encoding-type=url`. Some stores say that they encode names, and don't: theirs stay as they are. */
export function decodedKey(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
