import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** Third-party web server on this machine. */
export interface WebServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** Configuration and start of a kind of web server in a separate folder. */
export interface WebServerProgram {
  readonly program: "nginx" | "apache2";
  configuration(home: string, port: number): string;
  words(home: string, file: string): readonly string[];
}

export function isInstalled(program: WebServerProgram["program"]): boolean {
  try {
    execFileSync(program, ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Returns nginx in one process with these directives in its `http` block, where `server` listens on the port. */
export function nginx(http: (listen: string) => string): WebServerProgram {
  return {
    program: "nginx",
    configuration: (home, port) => `daemon off; master_process off; pid ${home}/pid; error_log ${home}/error.log crit;
events { worker_connections 1024; }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${home}/${name};`).join(" ")}
  ${http(`listen 127.0.0.1:${port};`)}
}
`,
    words: (home, file) => ["-p", home, "-e", join(home, "error.log"), "-c", file],
  };
}

/** Starts the web server and waits until it answers. */
export async function startWebServer({ program, configuration, words }: WebServerProgram): Promise<WebServer> {
  const home = mkdtempSync(join(tmpdir(), `latchkey-${program}-`));
  const port = await freePort();
  const file = join(home, "web-server.conf");
  mkdirSync(join(home, "logs"));
  writeFileSync(file, configuration(home, port));
  const child = spawn(program, words(home, file), { stdio: ["ignore", "ignore", "pipe"] });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const ended = once(child, "exit");
  while (child.exitCode === null && !(await listens(port))) await pause(20);
  if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${printed}`);
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      child.kill("SIGTERM");
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
