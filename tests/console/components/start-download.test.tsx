import { afterEach, expect, test, vi } from "vitest";
import { loadConfiguration } from "../../../console/src/api/configuration.ts";
import { startDownload } from "../../../console/src/api/start-download.ts";

const clicked: string[] = [];
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  clicked.length = 0;
});

/** Answers the configuration, then these statuses. Returns the requested addresses. */
async function onService(waitsForDownloads: boolean, ...statuses: readonly number[]): Promise<readonly string[]> {
  const asked: string[] = [];
  const left = [...statuses];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.download);
  });
  vi.stubGlobal("fetch", async (address: string) => {
    if (address === "config.json") return Response.json({ prefix: "svc", product: "Latchkey", waitsForDownloads });
    asked.push(address);
    return new Response(null, { status: left.shift() ?? 200, headers: { "Retry-After": "5" } });
  });
  await loadConfiguration();
  return asked;
}

test("a download starts when the service no longer answers that it isn't ready", async () => {
  const asked = await onService(true, 503, 503, 200);
  vi.useFakeTimers();
  const started = startDownload("/svc/api/files/download?path=a", "a");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(clicked).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  await started;
  expect([clicked, asked.length]).toEqual([["a"], 3]);
});

test("where downloads are ready at once, nothing is asked first", async () => {
  const asked = await onService(false);
  await startDownload("/svc/api/files/download?path=a", "a");
  expect([clicked, asked]).toEqual([["a"], []]);
});
