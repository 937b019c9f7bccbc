const faults = new Set([502, 503, 504]);

/** FileMaker Server says 500 for ordinary answers, in an envelope. What is none comes from the web server in front of it. */
export function isFault(status: number, contentType: string | undefined): boolean {
  return status >= 500 && (faults.has(status) || !/json|xml/i.test(contentType ?? ""));
}
