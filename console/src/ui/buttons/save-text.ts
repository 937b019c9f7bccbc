/** Downloads a text as a file. */
export function saveText(name: string, parts: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...parts], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click; a minute is enough to start.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
