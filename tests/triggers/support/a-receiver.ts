import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { vi } from "vitest";
import { callouts } from "#shared/node/callouts.ts";
import type { Platform } from "../../../functions/platform.ts";

/** What came to a receiver. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Receivers elsewhere: one server with a path for each, and what came to them. */
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
    /** For the service: every name leads to this machine, which a callout never reaches otherwise. */
    decorate: (platform: Platform): Platform => ({
      ...platform,
      callouts: callouts({ isAllowed: (address) => address === "127.0.0.1", addressesOf: async () => ["127.0.0.1"] }),
    }),
    /** As a target is named. */
    url: (path: string) => `http://receiver.example.com:${port}${path}`,
    /** As FileMaker Server itself reaches it. */
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

/** Verifies by the library that receivers use, whose clock is the machine's. @throws when the signature is wrong or too old */
export function verified({ headers, text }: Received, secret: string, now: number): unknown {
  vi.useFakeTimers({ toFake: ["Date"], now });
  try {
    return new Webhook(secret).verify(text, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}
