import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../support/http/free-port.ts";

/** A web server of another make before a service, with the configuration that we ship. */
export interface WebServer {
  readonly origin: string;
  close(): Promise<void>;
}

interface Make {
  readonly program: string;
  /** Its own words around ours, and how it is started with them. */
  configuration(ours: string, home: string, port: number): string;
  words(home: string, file: string): readonly string[];
}

const makes = {
  nginx: {
    program: "nginx",
    configuration: (ours, home, port) => `daemon off; master_process off; pid ${home}/pid;
events { worker_connections 256; }
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${home}/${name};`).join(" ")}
  server {
    listen 127.0.0.1:${port};
    ${ours}
  }
}
`,
    words: (home, file) => ["-p", home, "-e", join(home, "error.log"), "-c", file],
  },
  apache: {
    program: "apache2",
    configuration: (ours, home, port) => `ServerRoot ${home}
ServerName 127.0.0.1
PidFile ${home}/pid
ErrorLog ${home}/error.log
Listen 127.0.0.1:${port}
${["mpm_event", "authz_core", "headers", "proxy", "proxy_http", "proxy_wstunnel"]
  .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
  .join("\n")}
<VirtualHost *:${port}>
${ours}
</VirtualHost>
`,
    words: (_home, file) => ["-X", "-f", file],
  },
} satisfies Readonly<Record<string, Make>>;

export type WebServerMake = keyof typeof makes;

/** Whether it is installed. */
export function hasWebServer(make: WebServerMake): boolean {
  try {
    execFileSync(makes[make].program, ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Starts it before the service at `serviceUrl`, and waits until it answers. */
export async function startWebServer(make: WebServerMake, serviceUrl: string): Promise<WebServer> {
  const { program, configuration, words } = makes[make];
  const home = mkdtempSync(join(tmpdir(), `latchkey-${make}-`));
  const port = await freePort();
  const shipped = readFileSync(new URL(`../../../install/${make}.conf`, import.meta.url), "utf8");
  const ours = shipped.replaceAll("127.0.0.1:3400", new URL(serviceUrl).host);
  const file = join(home, "web-server.conf");
  mkdirSync(join(home, "logs"));
  writeFileSync(file, configuration(ours, home, port));
  const child = spawn(program, words(home, file), { stdio: ["ignore", "ignore", "pipe"] });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  const ended = once(child, "exit");
  while (child.exitCode === null && !(await listens(port)));
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
