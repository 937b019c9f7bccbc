import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { WrongSetting } from "./wrong-setting.ts";

/** Trusts the CA certificates in a PEM file in addition to the default ones, for all connections. @throws WrongSetting */
export function trustAuthorities(file: string): void {
  setDefaultCACertificates([...getCACertificates("default"), ...certificatesIn(file)]);
}

function certificatesIn(file: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(file, "latin1");
  } catch (cause) {
    throw new WrongSetting(`Can't read FMS_CA_FILE ${file}. Allow the agent's account to read it.`, { cause });
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? [];
  try {
    if (blocks.length > 0) return blocks.map((block) => new X509Certificate(block).toString());
  } catch {} // Rejected below, like a file without certificates.
  throw new WrongSetting(`FMS_CA_FILE ${file} has no certificate in PEM format.`);
}
