import { onTestFinished } from "vitest";
import { type KmsServer, startKms } from "../../../sandbox/kms/server.ts";

/** Starts a KMS with these keys for one test. */
export async function standInKms(...keys: readonly string[]): Promise<KmsServer> {
  const kms = await startKms(keys);
  onTestFinished(() => kms.close());
  return kms;
}
