import { extname } from "node:path";
import directives from "#shared/contract/console-policy.json" with { type: "json" };

/**
 * Security headers of console pages: they load from their own origin, run no inline scripts and can't be framed. On AWS, CloudFront
 * sends the same: serverless.yml reads the same file.
 */
export const consoleSecurity: Readonly<Record<string, string>> = {
  "Content-Security-Policy": directives.join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/**
 * Returns the Cache-Control value of a console file: files with a content hash in their name are immutable, the others are revalidated each
 * time.
 */
export function consoleCaching(name: string): string {
  return name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
}

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Returns undefined for file types that the console doesn't use. */
export function consoleContentType(name: string): string | undefined {
  return contentTypes[extname(name)];
}

/**
 * Returns the configuration that the page reads at its start: the first segment of the API's paths, the product's name, and whether
 * downloads can answer that they aren't ready.
 */
export function consoleConfiguration(prefix: string, options: { readonly waitsForDownloads?: boolean } = {}): string {
  return JSON.stringify({ prefix, product: "Latchkey", ...options });
}
