import type { CommonPlatform } from "../../platform.ts";
import type { AwsSettings } from "../../settings/aws.ts";
import { SettingRefused } from "../../settings/setting-refused.ts";

/** Input of openers. */
export type OpenerContext = Pick<CommonPlatform, "table" | "clock" | "ids" | "background"> & {
  readonly settings: AwsSettings;
};

/** Returns a setting that only some functions have. @throws SettingRefused if it is not set */
export function given<Name extends keyof AwsSettings>(
  settings: AwsSettings,
  name: Name,
): NonNullable<AwsSettings[Name]> {
  const value = settings[name];
  if (value === undefined || value === null) throw new SettingRefused(`${name} must be set for this function.`);
  return value;
}
