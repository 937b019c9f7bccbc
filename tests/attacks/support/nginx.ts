import { isInstalled, nginx, startWebServer, type WebServer } from "../../support/http/web-server.ts";

/** True if Debian's nginx-light, or another nginx, is installed. */
export function hasNginx(): boolean {
  return isInstalled("nginx");
}

/**
 * Starts an nginx in front of a server, like FileMaker Server's own. It passes targets unchanged and returns in `X-Walked` the path that it
 * read from each.
 */
export function startNginx(upstream: string): Promise<WebServer> {
  return startWebServer(
    nginx(
      (listen) => `keepalive_requests 1000000000; large_client_header_buffers 8 64k;
  upstream behind { server ${new URL(upstream).host}; keepalive 64; keepalive_requests 1000000000; }
  server {
    ${listen}
    location / { proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header X-Walked $uri; }
  }`,
    ),
  );
}
