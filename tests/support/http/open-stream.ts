import { request } from "node:http";

/** Response that stays open, or its rejection. */
export interface OpenStream {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** Returns everything received so far. */
  received(): string;
  /** Disconnects, and resolves once the connection is closed on this side. */
  leave(): Promise<void>;
}

/** Opens a stream on a new connection and waits for its first bytes. A client that reads only those leaves the rest unread. */
export function openStream(
  baseUrl: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  takes: "all" | "first bytes" = "all",
): Promise<OpenStream> {
  const sent = request(`${baseUrl}${path}`, { headers, agent: false });
  const closed = new Promise<void>((resolve) => sent.once("close", resolve));
  return new Promise((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (response) => {
      let received = "";
      response.on("error", () => undefined); // We disconnected.
      response.setEncoding("utf8").on("data", (text: string) => {
        received += text;
        if (takes === "first bytes") response.pause();
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers["retry-after"],
          received: () => received,
          leave() {
            sent.destroy();
            return closed;
          },
        });
      });
    });
    sent.end();
  });
}
