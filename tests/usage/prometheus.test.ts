import { afterAll, expect, onTestFinished } from "vitest";
import { exposition } from "#shared/usage/scrape/exposition.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { odd, openMetrics } from "./support/odd-metrics.ts";
import { hasPrometheus, promtoolFindings, startPrometheus } from "./support/prometheus.ts";

if (!hasPrometheus()) {
  console.warn(
    "\nPROMETHEUS IS NOT INSTALLED: nothing read the metrics as it does. Install Debian's package prometheus.\n",
  );
  verifies("usage:metrics:formats", "NOT TESTED, because Prometheus isn't installed here", () => {
    expect(hasPrometheus()).toBe(false);
  });
} else {
  const service = await testService();
  afterAll(() => service.stop());
  const made = await service.admin("POST", "/svc/api/metrics-token", {});
  const token: string = made.body.response.value;
  const records = "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records";
  const key = await service.aKey();
  for (let call = 0; call < 3; call += 1) await service.raw("GET", `${records}/1`, { key });
  await service.raw("GET", `${records}/99999`, { key });

  verifies("usage:metrics:formats", "promtool finds no problem in the text format", async () => {
    expect(await promtoolFindings(exposition(odd, "text"))).toEqual({ code: 0, printed: "" });
    const { text } = await service.raw("GET", "/svc/metrics", { headers: { Authorization: `Bearer ${token}` } });
    expect(await promtoolFindings(text)).toEqual({ code: 0, printed: "" });
    // An invalid text does produce findings.
    expect((await promtoolFindings("latchkeyCalls 1\n")).code).not.toBe(0);
  });

  verifies("usage:metrics:formats", "Prometheus reads OpenMetrics from the service", async () => {
    const headers = { Authorization: `Bearer ${token}`, Accept: openMetrics };
    const asked = await service.raw("GET", "/svc/metrics", { headers });
    expect(asked.headers["content-type"]).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
    const prometheus = await startPrometheus(scratchFolder(), `${service.baseUrl}/svc/metrics`, token);
    onTestFinished(() => prometheus.stop());
    const seen = { timeout: 60_000, interval: 200 };
    await expect.poll(prometheus.target, seen).toMatchObject({ health: "up", lastError: "" });
    await expect.poll(() => prometheus.value('latchkey_calls_total{outcome="answered"}'), seen).toBe(3);
    await expect.poll(() => prometheus.value("sum(latchkey_time_to_first_byte_seconds_count)"), seen).toBe(4);
  });
}
