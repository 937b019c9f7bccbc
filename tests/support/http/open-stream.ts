import { request } from "node:http";

/** An answer that stays open, or its refusal. */
export interface OpenStream {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** What came so far. */
  received(): string;
  /** Leaves, and resolves once the connection is gone at this end. */
  leave(): Promise<void>;
}

/** Opens a stream on a connection of its own, and waits for its first bytes. A client that takes only those leaves the rest unread. */
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
      response.on("error", () => undefined); // It is left.
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
