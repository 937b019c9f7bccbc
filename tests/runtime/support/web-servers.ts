import { readFileSync } from "node:fs";
import {
  isInstalled,
  nginx,
  startWebServer as start,
  type WebServer,
  type WebServerProgram,
} from "../../support/http/web-server.ts";

/**
 * Headers that FileMaker Server's own fms_nginx.conf sets in each of its server blocks, and that locations without headers of their own inherit.
 * Source: https://github.com/soliantconsulting/fms-webd-oauth-remote-fixed-26/blob/4176ce5b93816f854a9eadedccfcf00991b5fcb0/docs/fms-server-cors-config.md
 */
export const headersOfFileMakerServer = `add_header Strict-Transport-Security "max-age=31536000; includeSubDomains";
add_header X-Frame-Options SAMEORIGIN;
add_header X-XSS-Protection "1; mode=block";
add_header X-Content-Type-Options nosniff;
add_header 'Access-Control-Allow-Origin' $hostname;
add_header 'Access-Control-Allow-Credentials' 'True';
add_header 'Access-Control-Allow-Headers' 'Content-Type,Authorization';`;

/** Third-party web servers with the configuration that we ship. */
const makes = {
  nginx: (ours) => nginx((listen) => `server { ${listen}\n${headersOfFileMakerServer}\n${ours} }`),
  apache: (ours) => ({
    program: "apache2",
    configuration: (home, port) => `ServerRoot ${home}
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
  }),
} satisfies Readonly<Record<string, (ours: string) => WebServerProgram>>;

export type WebServerMake = keyof typeof makes;

export function hasWebServer(make: WebServerMake): boolean {
  return isInstalled(makes[make]("").program);
}

/** Starts the web server in front of the service at `serviceUrl`, and waits until it answers. */
export function startWebServer(make: WebServerMake, serviceUrl: string): Promise<WebServer> {
  const shipped = readFileSync(new URL(`../../../install/${make}.conf`, import.meta.url), "utf8");
  return start(makes[make](shipped.replaceAll("127.0.0.1:3400", new URL(serviceUrl).host)));
}
