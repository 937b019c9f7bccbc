import { afterEach, expect, vi } from "vitest";
import { KeyCalls } from "../../../console/src/features/keys/page/key-calls.tsx";
import type { LogRecord } from "../../../shared/logs/contract.ts";
import { verifies } from "../../support/verifies.ts";
import { answering } from "./support/answering.ts";
import { shown } from "./support/shown.tsx";

afterEach(() => void vi.restoreAllMocks());

let offset = 0;

/** Returns the record of a call. */
function aCall(change: Partial<LogRecord>, columns: LogRecord["columns"] = {}): LogRecord {
  offset += 1;
  const path = `/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Nope/records/${offset}`;
  return {
    ...{ log: "svc-info.log", offset, text: "", isCut: false, more: [], time: new Date().toISOString() },
    ...{ level: "info", code: null, meaning: null },
    columns: { status: "200", method: "GET", path, durationMs: "41", requestId: `call-${offset}`, ...columns },
    ...change,
  };
}

const missingLayout = () =>
  aCall(
    { code: "105", meaning: "Layout is missing", level: "error" },
    { status: "500", code: "105", waitMs: "2", fileMakerMs: "36", bytes: "80", address: "192.0.2.7" },
  );
const refused = () =>
  aCall(
    { code: "key_odata_off", meaning: "OData is off for this key", level: "warning" },
    { status: "403", error: "key_odata_off" },
  );

const answer = (records: readonly LogRecord[]) => ({
  records,
  cursor: null,
  isPartial: false,
  isRotated: false,
  scannedBytes: 1,
  sizeBytes: 1,
});

verifies("keys:console:failing-calls", async () => {
  const records = [missingLayout(), aCall({}), missingLayout(), refused()];
  answering({ "GET /svc/api/logs/svc-info.log/search": answer(records) });
  const page = await shown(<KeyCalls object="data-key:7" actions={null} />);
  const causes = page.getByRole("list", { name: "Why calls fail" }).getByRole("listitem");
  await expect
    .element(causes.nth(0))
    .toMatchTextContent(/FileMaker 105: Layout is missing.*List the layouts with the same key/);
  await expect.element(causes.nth(1)).toMatchTextContent(/OData is off for this key.*Turn on OData for the key/);
  const calls = page.getByRole("list", { name: "Latest calls" }).getByRole("listitem");
  await expect.element(calls.nth(0)).toMatchTextContent(/500.*FileMaker 105: Layout is missing/);
  await expect.element(calls.nth(1)).not.toMatchTextContent(/FileMaker/);
  await expect.element(calls.nth(3)).toMatchTextContent(/403.*OData is off for this key/);

  await causes.nth(0).getByRole("button", { name: "Show 2 calls" }).click();
  const asked = () => new URL(String(vi.mocked(window.fetch).mock.calls.at(-1)?.[0]), location.href).searchParams;
  await expect.poll(() => asked().get("text")).toBe('"code":"105",.*"key":"data-key:7"');
});

verifies("keys:console:failing-calls", "a call's details have its times, size, client and request ID", async () => {
  answering({ "GET /svc/api/logs/svc-info.log/search": answer([missingLayout()]) });
  const page = await shown(<KeyCalls object="data-key:7" actions={null} />);
  await page.getByRole("button", { name: /^Details of GET/ }).click();
  const details = page.getByRole("region", { name: "Call" });
  await expect.element(details).toMatchTextContent(/Waiting2 ms.*FileMaker Server36 ms.*Total41 ms/);
  await expect.element(details).toMatchTextContent(/Response80 B.*Client192\.0\.2\.7.*Request IDcall-\d+/);
});

verifies("keys:console:failing-calls", "without failed calls no cause is shown", async () => {
  answering({ "GET /svc/api/logs/svc-info.log/search": answer([aCall({})]) });
  const page = await shown(<KeyCalls object="data-key:7" actions={null} />);
  await expect.element(page.getByRole("list", { name: "Latest calls" })).toMatchTextContent(/200/);
  await expect.element(page.getByRole("list", { name: "Why calls fail" })).not.toBeInTheDocument();
});

verifies("keys:console:failing-calls", "a line without a path is shown and named by its text", async () => {
  const text = '{"event":"key_ended","key":"data-key:7"}';
  const line = aCall({ text, columns: {} });
  answering({ "GET /svc/api/logs/svc-info.log/search": answer([line]) });
  const page = await shown(<KeyCalls object="data-key:7" actions={null} />);
  await page.getByRole("button", { name: `Details of ${text}` }).click();
  const row = page.getByRole("list", { name: "Latest calls" }).getByRole("listitem");
  await expect.element(row).toMatchTextContent(text);
});
