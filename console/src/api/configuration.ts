/** Where the service is, as `config.json` beside the page says. */
export interface Configuration {
  readonly prefix: string;
  readonly product: string;
}

let current: Configuration = { prefix: "svc", product: "Latchkey" };

export function configuration(): Configuration {
  return current;
}

/** Reads it once, before the first page. Where it cannot be read, the usual names hold. */
export async function loadConfiguration(): Promise<void> {
  const answer = await fetch("config.json", { cache: "no-store" }).catch(() => undefined); // Offline: the calls will say so.
  if (answer?.ok) current = { ...current, ...(await answer.json()) };
}

/** The service's own address, for requests that are copied. */
export function serviceOrigin(): string {
  return window.location.origin;
}
