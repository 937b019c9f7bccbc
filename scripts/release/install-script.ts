import { readFileSync } from "node:fs";

const template = new URL("../../install/install.sh", import.meta.url);

/** Returns the install script of a release: it installs this version from the address, and trusts only this key. */
export function installScript(version: string, address: string, publicKey: Buffer): string {
  if (!/^(?:[a-z]+:\/\/[!-~]+[^/'])?$/.test(address) || address.includes("'"))
    throw new Error(`RELEASE_ADDRESS must be an address without a slash at its end: ${address}`);
  const values = { VERSION: version, ADDRESS: address, KEY: publicKey.toString("base64") };
  return readFileSync(template, "utf8").replace(/@([A-Z]+)@/g, (_, name: keyof typeof values) => values[name]);
}
