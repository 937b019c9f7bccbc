import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aBrowsedHost } from "./support/a-browsed-host.ts";
import { tusOf } from "./support/tus.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host, as } = browsed;
afterAll(() => browsed.remove());
const { send, begin, bring } = tusOf(browsed);
const documents = join(host.path, "Data/Documents");
const there = (name: string) => existsSync(join(documents, name));

verifies("browser:upload:tus", async () => {
  const began = await begin({ path: "documents", filename: "Übersicht.txt" }, 11);
  expect(began.status).toBe(201);
  expect(began.headers).toMatchObject({ "tus-resumable": "1.0.0", "upload-offset": "0" });
  const leftMs = Date.parse(String(began.headers["upload-expires"])) - service.clock.now();
  expect(Math.round(leftMs / 3_600_000)).toBe(48);
  const location = String(began.headers.location);
  expect(location).toMatch(/^\/svc\/api\/files\/uploads\/[0-9a-f-]{36}$/);

  const first = await bring(location, 0, "hello ");
  expect([first.status, first.headers["upload-offset"], first.text]).toEqual([204, "6", ""]);
  expect(there("Übersicht.txt")).toBe(false);
  const state = await send("HEAD", location);
  expect([state.status, state.headers["upload-offset"], state.headers["upload-length"]]).toEqual([200, "6", "11"]);
  expect(state.headers["cache-control"]).toBe("no-store");
  expect((await bring(location, 6, "world")).headers["upload-offset"]).toBe("11");
  expect(readFileSync(join(documents, "Übersicht.txt"), "utf8")).toBe("hello world");
  expect((await send("HEAD", location)).headers["upload-offset"]).toBe("11");
  expect(readdirSync(documents).filter((name) => name.startsWith("."))).toEqual([]);
});

verifies("browser:upload:tus", "an empty file is complete immediately", async () => {
  expect((await begin({ path: "documents", filename: "empty.txt" }, 0)).status).toBe(201);
  expect(readFileSync(join(documents, "empty.txt"), "utf8")).toBe("");
});

verifies("browser:upload:tus", "other protocols are rejected", async () => {
  const location = String((await begin({ path: "documents", filename: "other.txt" }, 5)).headers.location);
  const elsewhere = "/svc/api/files/uploads/01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24";
  expect(await send("HEAD", location, { "Tus-Resumable": "0.2.2" })).toMatchObject({ status: 412 });
  expect(await send("POST", "/svc/api/files/uploads", { "Tus-Resumable": "" })).toRefuseWith("tus_version_unsupported");
  for (const length of ["", "-1", "1.5", "99999999999999999"])
    expect(await begin({ path: "documents", filename: "a.txt" }, length), length).toRefuseWith("input_invalid");
  expect(await begin({ path: "documents" }, 1)).toRefuseWith("input_invalid");
  expect(await begin({ filename: "a.txt" }, 1)).toRefuseWith("input_invalid");
  expect(await begin({ path: "documents", filename: "a.txt" }, 1, { "Upload-Metadata": "path ä" })).toRefuseWith(
    "input_invalid",
  );
  for (const type of ["text/plain", ""]) {
    const answer = await bring(location, 0, "hello", { "Content-Type": type });
    expect(answer).toRefuseWith("content_type_unsupported");
    expect(answer.body.messages[0].text).toBe("Unsupported Content-Type: `application/offset+octet-stream`");
  }
  expect(await bring(location, 1, "ello")).toRefuseWith("upload_offset_wrong");
  expect(await bring(location, 0, "hello!")).toRefuseWith("input_invalid");
  expect(await bring(elsewhere, 0, "hello")).toRefuseWith("host_file_not_found");
  expect((await send("HEAD", elsewhere)).status).toBe(404);
  expect(await begin({ path: "databases", filename: "New.fmp12" }, 1)).toRefuseWith("host_folder_read_only");
  expect(await begin({ path: "scripts", filename: "run.sh" }, 1)).toRefuseWith("host_folder_read_only");
  expect((await bring(location, 0, "hello")).status).toBe(204);
  expect(readFileSync(join(documents, "other.txt"), "utf8")).toBe("hello");
});

verifies("browser:upload:tus", "bytes with a wrong checksum aren't kept, regardless of their number", async () => {
  const bytes = randomBytes(9_000_000);
  const location = String((await begin({ path: "documents", filename: "summed.bin" }, bytes.length)).headers.location);
  const sum = (algorithm: string, of: Uint8Array) => ({
    "Upload-Checksum": `${algorithm} ${createHash(algorithm).update(of).digest("base64")}`,
  });
  const wrong = await bring(location, 0, bytes, sum("sha1", bytes.subarray(1)));
  expect(wrong).toRefuseWith("upload_checksum_wrong");
  expect(wrong.headers["tus-resumable"]).toBe("1.0.0");
  expect((await send("HEAD", location)).headers["upload-offset"]).toBe("0");
  expect(await bring(location, 0, bytes, { "Upload-Checksum": "crc32 AAAA" })).toRefuseWith("input_invalid");
  expect((await bring(location, 0, bytes, sum("sha256", bytes))).status).toBe(204);
  expect(readFileSync(join(documents, "summed.bin")).equals(bytes)).toBe(true);
});

verifies("browser:upload:conflict", async () => {
  host.write("Data/Documents/Taken.txt", "mine");
  for (const filename of ["Taken.txt", "TAKEN.TXT"])
    expect(await begin({ path: "documents", filename }, 5), filename).toRefuseWith("host_name_taken");
  expect(await begin({ path: "documents", filename: "taken.txt", replace: "true" }, 5)).toRefuseWith("host_name_taken");
  const { tag } = await browsed.file("documents/Taken.txt");
  const began = await begin({ path: "documents", filename: "Taken.txt", replace: "true", tag }, 5);
  const [location] = [String(began.headers.location)];
  await bring(location, 0, "yo");
  expect(readFileSync(join(documents, "Taken.txt"), "utf8")).toBe("mine");
  expect((await bring(location, 2, "urs")).status).toBe(204);
  expect(readFileSync(join(documents, "Taken.txt"), "utf8")).toBe("yours");
  expect(await begin({ path: "documents", filename: "Taken.txt", replace: "true", tag }, 5)).toRefuseWith(
    "host_file_changed",
  );
});

verifies("browser:upload:whole", async () => {
  const bytes = randomBytes(6_000_000);
  const location = String((await begin({ path: "documents", filename: "whole.bin" }, bytes.length)).headers.location);
  for (const offset of [0, 1_000_000, 5_000_000]) {
    expect(there("whole.bin")).toBe(false);
    const end = { 0: 1_000_000, 1000000: 5_000_000, 5000000: 6_000_000 }[offset];
    expect((await bring(location, offset, bytes.subarray(offset, end))).headers["upload-offset"]).toBe(String(end));
  }
  expect(readFileSync(join(documents, "whole.bin")).equals(bytes)).toBe(true);
});

verifies("browser:upload:conflict", "a name that was taken meanwhile isn't overwritten", async () => {
  const location = String((await begin({ path: "documents", filename: "race.txt" }, 4)).headers.location);
  host.write("Data/Documents/race.txt", "first");
  expect(await bring(location, 0, "late")).toRefuseWith("host_name_taken");
  expect((await send("HEAD", location)).status).toBe(409);
  expect(readFileSync(join(documents, "race.txt"), "utf8")).toBe("first");
  await as("DELETE", "/svc/api/files", { path: "documents/race.txt" });
  expect((await send("HEAD", location)).headers["upload-offset"]).toBe("4");
  expect(readFileSync(join(documents, "race.txt"), "utf8")).toBe("late");
});

verifies("browser:upload:room", async () => {
  const before = readdirSync(documents);
  const answer = await begin({ path: "documents", filename: "huge.bin" }, 900_000_000_000_000);
  expect(answer).toRefuseWith("host_disk_full");
  expect(answer.status).toBe(507);
  expect(readdirSync(documents)).toEqual(before);
});

verifies(
  "browser:audit:changes",
  "an upload is in the audit trail when it starts and when it is complete",
  async () => {
    const location = String((await begin({ path: "documents", filename: "seen.txt" }, 4)).headers.location);
    await bring(location, 0, "se");
    await bring(location, 2, "en");
    const { entries } = (await as("GET", "/svc/api/audit")).body.response;
    const about = entries.filter(({ objects }: { readonly objects: readonly string[] }) =>
      objects.includes("host-file:documents/seen.txt"),
    );
    expect(about.map(({ action }: { readonly action: string }) => action).toSorted()).toEqual([
      "beginHostUpload",
      "bringHostUpload",
    ]);
  },
);
