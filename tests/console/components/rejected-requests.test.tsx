import { afterEach, expect, vi } from "vitest";
import { RejectedPanel } from "../../../console/src/features/webhooks/rejected-panel.tsx";
import type { LogRecord } from "../../../shared/logs/contract.ts";
import { webhooks } from "../../../shared/webhooks/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

const webhook = webhooks.getWebhook.example.output;
const search = "GET /svc/api/logs/svc-receiver.log/search";
const answer = (records: readonly LogRecord[]) => ({
  ...{ records, cursor: null, isPartial: false, isRotated: false, scannedBytes: 1, sizeBytes: 1 },
});
const rejected = (offset: number, reason: string, status: string): LogRecord => ({
  ...{ log: "svc-receiver.log", offset, text: "", isCut: false, more: [], time: new Date().toISOString() },
  ...{ level: "info", code: null, meaning: null },
  columns: { outcome: "refused", status, reason, method: "POST", bytes: "9", address: "192.0.2.7", requestId: "r" },
});

verifies("webhooks:console:rejected", "each with status, reason, size and address", async () => {
  const lines = [
    rejected(90, "Unknown key", "401"),
    ...[1, 2, 3, 4, 5].map((at) => rejected(at, "Invalid JSON", "400")),
  ];
  answering({ [search]: answer(lines) });
  const page = await shown(<RejectedPanel webhook={webhook} />);
  const rows = page.getByRole("list", { name: "Rejected requests" }).getByRole("listitem");
  await expect.element(rows.nth(0)).toMatchTextContent(/401.*Unknown key.*POST, 9 B, from 192\.0\.2\.7/);
  await expect.poll(() => rows.all().length).toBe(5);
  await page.getByRole("button", { name: "Show 1 more" }).click();
  await expect.poll(() => rows.all().length).toBe(6);
});

verifies("webhooks:console:rejected", "without rejected requests it says so", async () => {
  answering({ [search]: answer([]) });
  const page = await shown(<RejectedPanel webhook={webhook} />);
  await expect.element(page.getByText("No rejected requests in the log.")).toBeVisible();
});
