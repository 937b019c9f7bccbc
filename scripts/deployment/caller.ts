import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import type { AwsCaller } from "./aws-call.ts";

/** Returns the account that deploys. @throws SettingRefused if AWS doesn't know it */
export async function callerIn(region: string): Promise<AwsCaller & { readonly account: string }> {
  const client = new STSClient({ region });
  try {
    const { Account = "unknown" } = await client.send(new GetCallerIdentityCommand({}));
    return { account: Account, region, credentials: await client.config.credentials() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingRefused(`AWS rejected these credentials (${reason}). Set AWS_PROFILE, or sign in first.`);
  } finally {
    client.destroy();
  }
}
