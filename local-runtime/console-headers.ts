import { extname } from "node:path";
import directives from "#shared/contract/console-policy.json" with { type: "json" };

/**
 * What a page of the console may do: load from its own origin, run nothing that was written into it, stand in no frame (S3).
 * On AWS CloudFront says the same: serverless.yml reads the same file.
 */
export const consoleSecurity: Readonly<Record<string, string>> = {
  "Content-Security-Policy": directives.join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** How long a file of the console is kept: what has its content's hash in its name never changes, the rest is asked for each time. */
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

/** Undefined for what the console is not made of. */
export function consoleContentType(name: string): string | undefined {
  return contentTypes[extname(name)];
}

/** What the page reads at its start: the first segment of the API's paths, and the product's name. */
export function consoleConfiguration(prefix: string): string {
  return JSON.stringify({ prefix, product: "Latchkey" });
}
