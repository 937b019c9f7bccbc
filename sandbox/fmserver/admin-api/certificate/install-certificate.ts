import { createPrivateKey, X509Certificate } from "node:crypto";
import { badValue } from "../../host/refusals.ts";
import type { Host } from "../../host.ts";

/** Installs a certificate if its private key matches. @throws FmError 1708 */
export function installCertificate(host: Host, pem: string, privateKey: string, password: string): void {
  let fits: boolean;
  try {
    const key = createPrivateKey({ key: privateKey, ...(password === "" ? {} : { passphrase: password }) });
    fits = new X509Certificate(pem).checkPrivateKey(key);
  } catch {
    // Same answer for invalid PEM, no key, and a wrong password.
    fits = false;
  }
  if (!fits) throw badValue();
  host.world.server.certificate = { pem };
}
