const faults = new Set([502, 503, 504]);

/**
 * True if a response is a fault. FileMaker Server sends 500 for ordinary responses in an envelope; without one it is from the web
 * server in front.
 */
export function isFault(status: number, contentType: string | undefined): boolean {
  return status >= 500 && (faults.has(status) || !/json|xml/i.test(contentType ?? ""));
}
