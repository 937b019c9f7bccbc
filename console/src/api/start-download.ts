import { operationMessages } from "../messages/english/operations.ts";
import { announce } from "../ui/feedback/toasts.tsx";
import { configuration } from "./configuration.ts";

/** Click on a download link, as React passes it to a handler. */
interface LinkClick {
  readonly currentTarget: HTMLAnchorElement;
  preventDefault(): void;
}

/** Starts a download as soon as it is ready, like a click on a link. The browser shows errors of the download itself. */
export async function startDownload(address: string, fileName = ""): Promise<void> {
  if (configuration().waitsForDownloads === true) await untilReady(address);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
}

/** Handles a click on a download link. Where downloads are ready at once, the browser follows the link. */
export function downloadWhenReady(event: LinkClick): void {
  if (configuration().waitsForDownloads !== true) return;
  event.preventDefault();
  void startDownload(event.currentTarget.href, event.currentTarget.download);
}

/** Repeats a request as `Retry-After` says, until the answer is something other than "not ready". Reads no content. */
async function untilReady(address: string): Promise<void> {
  for (let calls = 1; ; calls += 1) {
    const head = new AbortController();
    const answer = await fetch(address, { redirect: "manual", signal: head.signal }).catch(() => undefined); // Offline: the browser reports it.
    head.abort();
    const seconds = Number(answer?.headers.get("Retry-After"));
    if (answer?.status !== 503 || !(seconds > 0)) return;
    if (calls === 1) announce(operationMessages.download.making);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}
