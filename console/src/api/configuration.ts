/** Address of the service, from `config.json` next to the page. */
export interface Configuration {
  readonly prefix: string;
  readonly product: string;
  /** True if a download can answer that it isn't ready, as on AWS. */
  readonly waitsForDownloads?: boolean;
}

let current: Configuration = { prefix: "svc", product: "Latchkey" };

export function configuration(): Configuration {
  return current;
}

/** Reads the configuration once, before the first page. Uses the default names if it can't be read. */
export async function loadConfiguration(): Promise<void> {
  const answer = await fetch("config.json", { cache: "no-store" }).catch(() => undefined); // Offline: the calls will report it.
  if (answer?.ok) current = { ...current, ...(await answer.json()) };
}

/** Returns the service's own address, for requests that users copy. */
export function serviceOrigin(): string {
  return window.location.origin;
}
