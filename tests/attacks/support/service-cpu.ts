import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Request whose cost is measured. */
export interface MeasuredRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Measures the cost of requests to a service that runs in this process. */
export interface ServiceCpu {
  /** Returns the CPU time of this process for one request in milliseconds: the mean of `count` requests, after `count` warm-up requests. */
  perRequest(request: MeasuredRequest, count: number): Promise<number>;
  stop(): void;
}

const program = fileURLToPath(new URL("send-requests.ts", import.meta.url));

/** Starts a process that sends requests to a service. */
export function serviceCpu(baseUrl: string): ServiceCpu {
  const sender = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  const port = Number(new URL(baseUrl).port);
  const send = async (request: string, count: number) => {
    sender.stdin.write(`${JSON.stringify({ port, request, count })}\n`);
    await once(sender.stdout, "data");
  };
  return {
    async perRequest(request, count) {
      const bytes = wireBytes(request).toString("base64");
      await send(bytes, count);
      const before = process.cpuUsage();
      await send(bytes, count);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000 / count;
    },
    stop: () => void sender.kill(),
  };
}

function wireBytes({ method, path, headers = {}, body = "" }: MeasuredRequest): Buffer {
  const lines = Object.entries({ Host: "127.0.0.1", Connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const length = body === "" ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}${length}\r\n${body}`);
}
