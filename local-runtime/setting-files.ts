import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { getCACertificates } from "node:tls";
import type { LocalSettings } from "../functions/settings/local.ts";
import { SettingRefused } from "../functions/settings/setting-refused.ts";

/** Returns the service's own certificate and key if it uses https. @throws SettingRefused */
export function readTls({ TLS_CERT_FILE, TLS_KEY_FILE }: LocalSettings): TlsFiles | undefined {
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) return undefined;
  const cert = read("TLS_CERT_FILE", TLS_CERT_FILE);
  const key = read("TLS_KEY_FILE", TLS_KEY_FILE);
  const certificate = parsed("TLS_CERT_FILE", TLS_CERT_FILE, "certificate", () => new X509Certificate(cert));
  const privateKey = parsed("TLS_KEY_FILE", TLS_KEY_FILE, "private key without a passphrase", () =>
    createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new SettingRefused(`TLS_KEY_FILE ${TLS_KEY_FILE} doesn't match the certificate in TLS_CERT_FILE.`);
  }
  return { cert, key, endsAt: certificate.validToDate.getTime() };
}

export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Expiry of the certificate in milliseconds since the epoch. */
  readonly endsAt: number;
}

/**
 * Returns the certificate authorities to trust for FileMaker Server's certificate, in addition to the default ones.
 * @throws SettingRefused
 */
export function readTrust({ FMS_CA_FILE }: LocalSettings): readonly string[] | undefined {
  if (FMS_CA_FILE === undefined) return undefined;
  const own = read("FMS_CA_FILE", FMS_CA_FILE).toString("latin1");
  const blocks = own.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? [];
  const certificates = blocks.map((block) =>
    parsed("FMS_CA_FILE", FMS_CA_FILE, "certificate", () => new X509Certificate(block).toString()),
  );
  if (certificates.length === 0) throw unreadable("FMS_CA_FILE", FMS_CA_FILE, "certificate");
  return [...getCACertificates("default"), ...certificates];
}

function read(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new SettingRefused(`Can't read ${name} ${file}.`, { cause });
  }
}

function parsed<T>(name: string, file: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw unreadable(name, file, what, cause);
  }
}

function unreadable(name: string, file: string, what: string, cause?: unknown): SettingRefused {
  return new SettingRefused(`${name} ${file} has no ${what} in PEM format.`, { cause });
}
