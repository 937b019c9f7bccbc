import { readFileSync } from "node:fs";
import { Agent, fetch as undiciFetch } from "undici";

const folder = new URL("../certificates/", import.meta.url);
/** Certificate of test servers for clients that only use HTTPS. */
export const certificate = {
  file: new URL("certificate.pem", folder).pathname,
  keyFile: new URL("key.pem", folder).pathname,
  ca: readFileSync(new URL("certificate.pem", folder), "utf8"),
  key: readFileSync(new URL("key.pem", folder), "utf8"),
  servername: "fms.example.test",
};

/** Returns a `fetch` for packages that trusts the certificate, and a function that closes it. */
export function trustingFetch(): { readonly fetch: typeof fetch; close(): Promise<void> } {
  const dispatcher = new Agent({ connect: { ca: certificate.ca, servername: certificate.servername } });
  const trusting = async (input: string | URL | Request, init?: RequestInit) => {
    const isRequest = input instanceof Request;
    const body = isRequest ? Buffer.from(await input.clone().arrayBuffer()) : undefined;
    const own = isRequest
      ? { method: input.method, headers: [...input.headers], body: body?.length ? body : null }
      : {};
    return undiciFetch(isRequest ? input.url : input, { ...own, ...init, dispatcher } as Parameters<
      typeof undiciFetch
    >[1]);
  };
  return { fetch: trusting as unknown as typeof fetch, close: () => dispatcher.close() };
}
