import { isInstalled, nginx, startWebServer, type WebServer } from "../../support/http/web-server.ts";

/** Whether Debian's nginx-light, or another nginx, is installed. */
export function hasNginx(): boolean {
  return isInstalled("nginx");
}

/** An nginx before a server, as FileMaker Server has one. It passes targets on as they came, and says in `X-Walked` which path it took each for. */
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
