import type { CommonPlatform } from "../../platform.ts";
import type { AwsSettings } from "../../settings/aws.ts";
import { SettingRefused } from "../../settings/setting-refused.ts";

/** What an opener opens with. */
export type OpenerContext = Pick<CommonPlatform, "table" | "clock" | "ids" | "background"> & {
  readonly settings: AwsSettings;
};

/** An opener for every part of a platform that not every function has. What a function does not name stays out of its bundle. */
export type Openers<P> = {
  readonly [Name in keyof P as Exclude<Name, keyof CommonPlatform>]: (context: OpenerContext) => P[Name];
};

/** A setting that some functions have. @throws SettingRefused where it is not set */
export function given<Name extends keyof AwsSettings>(
  settings: AwsSettings,
  name: Name,
): NonNullable<AwsSettings[Name]> {
  const value = settings[name];
  if (value === undefined || value === null) throw new SettingRefused(`${name} must be set for this function.`);
  return value;
}
