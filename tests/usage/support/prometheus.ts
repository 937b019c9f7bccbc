import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";

/** True if the tools are installed: they are in Debian's package `prometheus`, which `.ci/run` installs. */
export function hasPrometheus(): boolean {
  return ["promtool", "prometheus"].every(isOnPath);
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false; // Not in this folder.
    }
  });
}

/** Returns the findings of `promtool check metrics` for a text: empty if it is valid. */
export async function promtoolFindings(
  text: string,
): Promise<{ readonly code: number | null; readonly printed: string }> {
  const child = execFile("promtool", ["check", "metrics"]);
  let printed = "";
  child.stdout?.on("data", (piece) => (printed += String(piece)));
  child.stderr?.on("data", (piece) => (printed += String(piece)));
  child.stdin?.end(text);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, printed };
}

/** Target as Prometheus sees it. */
export interface ScrapeTarget {
  readonly health: "up" | "down" | "unknown";
  readonly lastError: string;
}

/** Prometheus server that reads metrics of one service every second. */
export interface PrometheusServer {
  target(): Promise<ScrapeTarget | undefined>;
  /** Returns the value of an instant query; undefined without a result. */
  value(query: string): Promise<number | undefined>;
  stop(): Promise<void>;
}

export async function startPrometheus(folder: string, metricsUrl: string, token: string): Promise<PrometheusServer> {
  const { host, pathname } = new URL(metricsUrl);
  const port = await freePort();
  const config = join(folder, "prometheus.yml");
  writeFileSync(
    config,
    `global: { scrape_interval: 1s }
scrape_configs:
  - job_name: latchkey
    metrics_path: ${pathname}
    authorization: { type: Bearer, credentials: ${token} }
    static_configs: [{ targets: ["${host}"] }]
`,
  );
  const child: ChildProcess = spawn(
    "prometheus",
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, "series")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: "ignore" },
  );
  const ended = once(child, "close");
  const ask = async (path: string) => {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
      return answer.ok ? ((await answer.json()) as { data: never }).data : undefined;
    } catch {
      return undefined; // It isn't listening yet.
    }
  };
  return {
    async target() {
      const data = (await ask("targets?state=active")) as { activeTargets: ScrapeTarget[] } | undefined;
      return data?.activeTargets[0];
    },
    async value(query) {
      const data = (await ask(`query?query=${encodeURIComponent(query)}`)) as
        | { result: { value: [number, string] }[] }
        | undefined;
      const value = data?.result[0]?.value[1];
      return value === undefined ? undefined : Number(value);
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
