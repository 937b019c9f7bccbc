import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../machine/free-port.ts";
import { startProgram } from "../machine/program.ts";
import type { PeerStart, RunningPeer } from "./contestant.ts";

/** Starts nginx as a single process, with keep-alive on both sides, without logs and without buffering to disk. */
export async function startNginx({ upstream, connections, core, directory }: PeerStart): Promise<RunningPeer> {
  await nginxVersion();
  const port = await freePort();
  const folder = join(directory, "nginx");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "nginx.conf"), configuration({ upstream, connections, port, home: folder }));
  const program = await startProgram({
    command: "sh",
    // nginx doesn't report that it is ready, so the shell does, and is then replaced by nginx.
    args: ["-c", 'echo started; exec nginx -p "$0" -e "$0/error.log" -c "$0/nginx.conf"', folder],
    core,
    ready: (line) => (line === "started" ? String(port) : undefined),
  });
  await untilListening(port, program.alive);
  return {
    port,
    pid: program.pid,
    alive: program.alive,
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the version of the installed nginx. */
export async function nginxVersion(): Promise<string> {
  try {
    const { stderr } = await promisify(execFile)("nginx", ["-v"]);
    return /nginx\/(\S+)/.exec(stderr)?.[1] ?? "of unknown version";
  } catch (error) {
    throw new Error("not installed", { cause: error });
  }
}

function configuration(of: { upstream: string; connections: number; port: number; home: string }): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
daemon off;
master_process off;
worker_processes 1;
pid ${of.home}/nginx.pid;
error_log /dev/null crit;
events { worker_connections 8192; }
http {
  access_log off;
  keepalive_requests 1000000000;
${temporary.map((name) => `  ${name}_temp_path ${of.home}/${name};`).join("\n")}
  upstream filemaker {
    server ${new URL(of.upstream).host};
    keepalive ${of.connections};
    keepalive_requests 1000000000;
  }
  server {
    listen 127.0.0.1:${of.port} backlog=4096;
    client_max_body_size 0;
    location / {
      proxy_pass http://filemaker;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_request_buffering off;
      proxy_max_temp_file_size 0;
      proxy_buffers 16 64k;
      proxy_busy_buffers_size 512k;
    }
  }
}
`;
}

async function untilListening(port: number, alive: () => boolean): Promise<void> {
  while (alive()) {
    const listening = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (listening) return;
  }
  throw new Error("nginx ended before it listened");
}
