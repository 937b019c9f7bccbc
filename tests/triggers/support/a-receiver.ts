import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { vi } from "vitest";
import { callouts } from "#shared/node/callouts.ts";
import type { Platform } from "../../../functions/platform.ts";

/** Request received by a receiver. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Starts receivers on another server: one server with a path for each, and the requests that they received. */
export async function receivers() {
  const received = new Map<string, Received[]>();
  const answers = new Map<string, RequestListener>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      const text = Buffer.concat(chunks).toString();
      received.set(path, [...(received.get(path) ?? []), { headers: request.headers, text }]);
      const answer = answers.get(path);
      if (answer === undefined) response.end("ok");
      else answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** Changes the service's platform so that every name resolves to this machine, which callouts otherwise never reach. */
    decorate: (platform: Platform): Platform => ({
      ...platform,
      callouts: callouts({ isAllowed: (address) => address === "127.0.0.1", addressesOf: async () => ["127.0.0.1"] }),
    }),
    /** Returns an address for a target. */
    url: (path: string) => `http://receiver.example.com:${port}${path}`,
    /** Returns the address at which FileMaker Server itself reaches the receiver. */
    localUrl: (path: string) => `http://127.0.0.1:${port}${path}`,
    at: (path: string): readonly Received[] => received.get(path) ?? [],
    answer(path: string, listener: RequestListener) {
      answers.set(path, listener);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Verifies a request with the library that receivers use, whose clock is the machine's. @throws if the signature is invalid or too old */
export function verified({ headers, text }: Received, secret: string, now: number): unknown {
  vi.useFakeTimers({ toFake: ["Date"], now });
  try {
    return new Webhook(secret).verify(text, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}
