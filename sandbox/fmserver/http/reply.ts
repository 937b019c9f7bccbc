/** Answer before it is written. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** FileMaker's code in the answer, for the log. */
  readonly code: string;
  /** True without the caching headers that the Data API's engine adds. */
  readonly plain?: boolean;
}

/** Returns an answer with JSON, formatted compactly like the engine's. */
export function jsonReply(status: number, code: string, value: unknown, headers: Reply["headers"] = {}): Reply {
  return {
    status,
    code,
    headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
    body: Buffer.from(JSON.stringify(value)),
  };
}

/** Returns an HTML page of the web server, as when its engine is down. */
export function htmlReply(status: number, title: string): Reply {
  const html = `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>${status} ${title}</title>\n</head><body>\n<h1>${title}</h1>\n</body></html>\n`;
  return { status, code: "0", headers: { "Content-Type": "text/html; charset=iso-8859-1" }, body: Buffer.from(html) };
}
