import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";

interface Request {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = string | Buffer | { readonly status: number; readonly body: string };

/** Starts a web server that serves the files of a folder, and `answers` for other paths. */
export async function aFileServer(
  folder: string,
  answers: Readonly<Record<string, (request: Request) => Answer | Promise<Answer>>>,
): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const server = createServer(async (call, answer) => {
    const { pathname } = new URL(call.url ?? "/", "http://localhost");
    const chunks: Buffer[] = [];
    for await (const chunk of call) chunks.push(chunk);
    const request = {
      method: call.method ?? "",
      target: call.url ?? "",
      headers: call.headers,
      body: Buffer.concat(chunks).toString(),
    };
    const path = join(folder, pathname);
    const given = await answers[pathname]?.(request);
    if (typeof given === "object" && "status" in given) answer.writeHead(given.status).end(given.body);
    else if (given !== undefined) answer.end(given);
    else if (existsSync(path)) answer.end(readFileSync(path));
    else answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const place = server.address();
  if (place === null || typeof place === "string") throw new Error("It listens nowhere");
  return {
    address: `http://files.example.test:${place.port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
