import { X509Certificate } from "node:crypto";
import type { AdminOperation, AdminResponse } from "../admin-operation.ts";

export const certificateInfo: AdminOperation = {
  method: "GET",
  path: "/server/certificate/info",
  access: "root",
  run({ host }) {
    const { certificate } = host.world.server;
    const info = certificate === "standard" ? STANDARD : described(new X509Certificate(certificate.pem));
    const expiredCertificate = Date.parse(String(info.validTo)) <= host.clock.now();
    return { certificate: info, expiredCertificate };
  },
};

/** Certificate that every installation has, for tests only. */
const STANDARD: AdminResponse = {
  subjectName: "FMI Default Certificate",
  issuerName: "FMI Default Certificate",
  validFrom: "2020-01-01T00:00:00.000Z",
  validTo: "2040-01-01T00:00:00.000Z",
  isDefault: true,
};

function described(certificate: X509Certificate): AdminResponse {
  return {
    subjectName: commonName(certificate.subject),
    issuerName: commonName(certificate.issuer),
    subjectAltName: certificate.subjectAltName ?? "",
    serialNumber: certificate.serialNumber,
    validFrom: new Date(certificate.validFrom).toISOString(),
    validTo: new Date(certificate.validTo).toISOString(),
    isDefault: false,
  };
}

function commonName(names: string): string {
  return /^CN=(.*)$/m.exec(names)?.[1] ?? names;
}
