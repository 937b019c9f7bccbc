import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { house } from "../support/house.ts";
import { recordsPath } from "../support/records-path.ts";
import { verifies } from "../support/verifies.ts";

verifies("logs:debug:switch", async () => {
  const home = await house({ environment: { LOG_DEBUG: "true" } });
  try {
    const key = await home.aKey();
    const headers = { "X-Told": "untold-value" };
    await home.raw("GET", `${recordsPath()}&apiKey=${key}`, { headers });
    await home.raw("GET", "/svc/api/info?asked=untold-value", { headers });
    await home.raw("GET", `/svc/api/info?${key}=1`);
    await home.raw("GET", `${recordsPath()}&${key}=1`);
    await home.logs();
    const written = readFileSync(join(home.dataDir, "logs", "svc-debug.log"), "utf8");
    expect(written).not.toMatch(/untold-value/);
    expect(written).not.toContain(key);
    const lines = written
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({
        path: "/svc/api/info",
        parameters: "asked",
        headers: expect.stringContaining("X-Told"),
      }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ key: 1, parameters: "_limit apiKey", headers: expect.stringContaining("X-Told") }),
    );
    const shown = await home.admin("GET", "/svc/api/logs/svc-debug.log/search?text=X-Told");
    expect(shown.body.response.records.length).toBeGreaterThanOrEqual(2);
  } finally {
    await home.stop();
  }
});

verifies("logs:debug:switch", "nothing is written while it is off", async () => {
  const home = await house();
  try {
    await home.admin("GET", "/svc/api/info");
    await home.logs();
    expect(existsSync(join(home.dataDir, "logs", "svc-info.log"))).toBe(true);
    expect(existsSync(join(home.dataDir, "logs", "svc-debug.log"))).toBe(false);
  } finally {
    await home.stop();
  }
});
