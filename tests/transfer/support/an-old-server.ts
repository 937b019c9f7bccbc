import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Stand-in for an OttoFMS that answers as its public reference says. It knows one Admin API key. */
export interface OldServer {
  readonly url: string;
  /** Methods and paths of all calls, and whether they had a credential. */
  readonly calls: readonly { readonly method: string; readonly path: string; readonly hasKey: boolean }[];
  close(): Promise<void>;
}

export async function anOldServer(key: string, parts: Readonly<Record<string, object>>): Promise<OldServer> {
  const calls: { method: string; path: string; hasKey: boolean }[] = [];
  const server = createServer(({ method = "", url = "", headers }, response) => {
    calls.push({ method, path: url, hasKey: headers.authorization !== undefined });
    const answer = (status: number, code: number, text: string, found: object) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ messages: [{ code, text }], response: found }));
    };
    const part = decodeURIComponent(url.replace("/otto/api/", ""));
    if (part === "info") return answer(200, 0, "OK", { OttoFMS: { version: "4.18.2" } });
    if (headers.authorization !== `Bearer ${key}`) return answer(401, 401, "Unauthorized", {});
    const found = parts[part];
    return found === undefined ? answer(404, 404, "Not found", {}) : answer(200, 0, "OK", found);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/otto`,
    calls,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
