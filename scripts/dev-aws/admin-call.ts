import { setTimeout as pause } from "node:timers/promises";

/** Calls the management API at a path below the prefix, and returns its response. @throws Error for a refusal */
export type AdminCall = <Response>(method: string, path: string, body?: object) => Promise<Response>;

interface Attempts {
  /** @default 1000 */
  readonly pauseMs?: number;
  /** @default 60 */
  readonly maxAttempts?: number;
}

/**
 * Returns a function that calls with the sandbox's Admin Console account. Only for stages on the sandbox. On a busy machine, a function can
 * take longer to load than it waits for the table (503) or than the edge waits for it (504), so such calls are repeated.
 */
export function adminCallAt(address: string, { pauseMs = 1_000, maxAttempts = 60 }: Attempts = {}): AdminCall {
  return async <Response>(method: string, path: string, body?: object): Promise<Response> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(`${address}${path}`, {
        method,
        headers: {
          Authorization: `Basic ${Buffer.from("admin:admin-pass").toString("base64")}`,
          "Content-Type": "application/json",
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (answer.ok) return ((await answer.json()) as { readonly response: Response }).response;
      const text = await answer.text();
      if (![503, 504].includes(answer.status) || attempt === maxAttempts)
        throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      await pause(pauseMs);
    }
  };
}
