import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../support/http/free-port.ts";

/** Whether Debian's nginx-light, or another nginx, is installed. */
export function hasNginx(): boolean {
  try {
    execFileSync("nginx", ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** An nginx before a server, as FileMaker Server has one. It passes targets on as they came, and says in `X-Walked` which path it took each for. */
export async function startNginx(upstream: string): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), "latchkey-nginx-"));
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  mkdirSync(join(home, "logs"));
  writeFileSync(
    join(home, "nginx.conf"),
    `daemon off; master_process off; pid ${home}/nginx.pid; error_log ${home}/logs/error.log crit;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000000; large_client_header_buffers 8 64k;
  ${temporary.map((name) => `${name}_temp_path ${home}/${name};`).join(" ")}
  upstream behind { server ${new URL(upstream).host}; keepalive 64; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header X-Walked $uri; }
  }
}
`,
  );
  const program = spawn("nginx", ["-p", home, "-e", join(home, "logs/error.log"), "-c", join(home, "nginx.conf")], {
    stdio: "ignore",
  });
  const ended = once(program, "exit");
  while (program.exitCode === null && !(await answers(port))) await wait(20);
  if (program.exitCode !== null) throw new Error(`nginx ended with ${program.exitCode}`);
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      program.kill("SIGTERM");
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
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
