import { createPrivateKey } from "node:crypto";
import { expect, test } from "vitest";
import { selfSignedCertificate } from "../../../sandbox/fmserver/certificate.ts";
import { type Admin, anAdmin } from "./support/an-admin.ts";

const now = Date.UTC(2026, 10, 20, 8, 30, 0);
const clock = { now: () => now };
const pair = selfSignedCertificate({ now, names: ["fms.example.com"] });
const locked = createPrivateKey(pair.key)
  .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "key-pass" })
  .toString();

async function info(admin: Admin): Promise<unknown> {
  return (await admin.call("GET", "/server/certificate/info")).response;
}

test("a new server has a certificate from its manufacturer", async () => {
  const admin = await anAdmin(undefined, { clock });
  expect(await info(admin)).toMatchObject({
    certificate: { subjectName: "FMI Default Certificate", issuerName: "FMI Default Certificate", isDefault: true },
    expiredCertificate: false,
  });
});

test("a certificate that matches its key is imported, with escaped line ends or not, and used until it expires or is deleted", async () => {
  const admin = await anAdmin(undefined, { clock });
  const escaped = (pem: string): string => pem.replaceAll("\n", "\\n");
  const sent = { certificate: escaped(pair.cert), privateKey: escaped(locked), password: "key-pass" };
  expect((await admin.call("PATCH", "/server/certificate/import", sent)).code).toBe("0");
  const { certificate } = (await info(admin)) as { certificate: object };
  expect(certificate).toMatchObject({ subjectAltName: "DNS:fms.example.com", isDefault: false });
  await admin.call("DELETE", "/server/certificate/delete");
  expect(await info(admin)).toMatchObject({ certificate: { isDefault: true } });
  expect(await admin.call("DELETE", "/server/certificate/delete")).toMatchObject({ status: 400, code: "1709" });
});

test("certificate files can be imported too", async () => {
  const admin = await anAdmin(undefined, { clock });
  const form = new FormData();
  form.set("certfile", new File([pair.cert], "cert.pem"));
  form.set("keyfile", new File([pair.key], "key.pem"));
  expect((await admin.call("PATCH", "/server/certificate/importcertfiles", form)).code).toBe("0");
  expect(await info(admin)).toMatchObject({ certificate: { isDefault: false }, expiredCertificate: false });
  form.delete("keyfile");
  expect((await admin.call("PATCH", "/server/certificate/importcertfiles", form)).code).toBe("1707");
});

const other = selfSignedCertificate({ now }).key;
test.each([
  [{ certificate: pair.cert, privateKey: other }, "1708"],
  [{ certificate: pair.cert, privateKey: locked, password: "wrong" }, "1708"],
  [{ certificate: "no certificate", privateKey: pair.key }, "1708"],
  [{ certificate: pair.cert }, "1707"],
])("a mismatched certificate is rejected, and the old one stays", async (body, code) => {
  const admin = await anAdmin(undefined, { clock });
  expect(await admin.call("PATCH", "/server/certificate/import", body)).toMatchObject({ status: 400, code });
  expect(await info(admin)).toMatchObject({ certificate: { isDefault: true } });
});

test("a signing request names its file", async () => {
  const admin = await anAdmin();
  const subject = Buffer.from("/CN=fms.example.com").toString("base64");
  const answer = await admin.call("PATCH", "/server/certificate/csr", { subject, password: "key-pass" });
  expect(answer.response.csrFilePath).toMatch(/\.pem$/);
  expect((await admin.call("PATCH", "/server/certificate/csr", { subject })).code).toBe("1707");
});

test("Let's Encrypt issues a certificate for a name, and renews it; a dry run changes nothing", async () => {
  const admin = await anAdmin(undefined, { clock });
  const order = { domain: "fms.example.com", email: "ada@example.com", autoRenew: true };
  const path = "/server/certificate/letsencrypt";
  expect(await admin.call("POST", `${path}/renew`)).toMatchObject({ status: 400, code: "1709" });
  await admin.call("POST", `${path}/request`, { ...order, testValidation: true });
  expect(await info(admin)).toMatchObject({ certificate: { isDefault: true } });
  expect((await admin.call("POST", `${path}/request`, order)).code).toBe("0");
  const first = (await info(admin)) as { certificate: { serialNumber: string } };
  expect(first).toMatchObject({ certificate: { subjectAltName: "DNS:fms.example.com" }, expiredCertificate: false });
  await admin.call("POST", `${path}/renew`);
  expect(await info(admin)).not.toEqual(first);
  expect(await admin.call("POST", `${path}/request`, { ...order, domain: "no domain" })).toMatchObject({
    status: 400,
    code: "1708",
  });
});

test("an expired certificate is reported", async () => {
  const past = selfSignedCertificate({ now: now - 86_400_000 * 60, days: 30 });
  const admin = await anAdmin(undefined, { clock });
  await admin.call("PATCH", "/server/certificate/import", { certificate: past.cert, privateKey: past.key });
  expect(await info(admin)).toMatchObject({ expiredCertificate: true });
});

test("the license is read, renewed with its own certificate, and queried", async () => {
  const admin = await anAdmin(undefined, { clock });
  expect((await admin.call("GET", "/license/info")).response).toMatchObject({ Expiration_Time: "2036-12-31" });
  const form = new FormData();
  form.set("licensecert", new File(["sealed"], "LicenseCert.fmcert"));
  expect((await admin.call("PATCH", "/license/new", form)).code).toBe("0");
  expect((await admin.call("GET", "/license/info")).response).toMatchObject({ Expiration_Time: "2027-11-20" });
  expect((await admin.call("PATCH", "/license/new", new FormData())).code).toBe("1707");
  expect((await admin.call("PATCH", "/license/syncup")).code).toBe("0");
});

test("without remote storage, backups to it are rejected", async () => {
  const admin = await anAdmin();
  for (const verb of ["backup", "list", "restore"]) {
    expect(await admin.call("POST", `/remotebackup/${verb}`, {})).toMatchObject({ status: 400, code: "1709" });
  }
});
