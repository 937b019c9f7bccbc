import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import { type AwsCaller, awsCall } from "./aws-call.ts";

/** Concurrent executions that Lambda always keeps for functions without a reservation. */
const unreservable = 100;

/** Limit below which a few open console pages and slow calls can use up all executions. */
const enough = 100;

/**
 * Returns a warning if the account's limit of concurrent executions is low, or unknown.
 * @throws SettingRefused if the parameters reserve more than Lambda allows
 */
export async function checkConcurrency(
  caller: AwsCaller,
  { proxyConcurrency = "0", eventsConcurrency = "0" }: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const limit = await accountLimit(caller);
  if (typeof limit === "string") return `Couldn't read Lambda's limit of concurrent executions: ${limit}`;
  const reserved = Number(proxyConcurrency) + Number(eventsConcurrency);
  if (reserved > 0 && reserved + unreservable > limit)
    throw new SettingRefused(
      `proxyConcurrency and eventsConcurrency reserve ${reserved} concurrent executions, but this account has ${limit} in ${caller.region}, and Lambda keeps ${unreservable} unreserved. Reserve less, or request a higher quota.`,
    );
  if (limit >= enough) return undefined;
  return `This account can run only ${limit} functions at once in ${caller.region}, and each visible console page occupies one. Request a higher quota: Service Quotas > AWS Lambda > Concurrent executions.`;
}

/** Returns the limit, or the reason why it is unknown. */
async function accountLimit(caller: AwsCaller): Promise<number | string> {
  try {
    const text = await awsCall(caller, {
      service: "lambda",
      endpoint: `https://lambda.${caller.region}.amazonaws.com`,
      method: "GET",
      path: "/2016-08-19/account-settings/",
      contentType: "application/json",
      body: "",
    });
    return JSON.parse(text).AccountLimit.ConcurrentExecutions;
  } catch (error) {
    // The permissions for deployments need not include this call: its result is only used for a warning.
    return error instanceof Error ? error.message : String(error);
  }
}
