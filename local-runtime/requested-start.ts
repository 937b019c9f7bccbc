import { resolve } from "node:path";
import { unknownNames } from "#shared/settings/misspelled-setting.ts";
import { isLoopback, type LocalSettings, localSettingNames, readLocalSettings } from "../functions/settings/local.ts";
import { SettingRefused } from "../functions/settings/setting-refused.ts";

/** Start for the FileMaker Server at `fmsUrl`, or a demo for the sandbox that the service starts itself. */
export type RequestedStart =
  | { readonly kind: "server"; readonly settings: LocalSettings; readonly fmsUrl: string }
  | { readonly kind: "demo"; readonly settings: LocalSettings };

/** Input of a start. */
export interface StartRequest {
  /**
   * Command-line words. None: a server. `demo`: a demo. `demo-or-server`, as used by `npm start`: a demo in a checkout while `FMS_URL`
   * isn't set.
   */
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** True in a release archive, false in a checkout. */
  readonly isRelease: boolean;
}

const kinds = ["server", "demo", "demo-or-server"] as const;
/** Data folder of a demo. Differs from a server's default folder, so that a demo can't use its data by accident. */
const demoFolder = ".latchkey-demo";

/** @throws SettingRefused also if a server was requested without `FMS_URL`: only a demo starts the sandbox. */
export function requestedStart({ words, variables, isRelease }: StartRequest): RequestedStart {
  const [word = "server", ...more] = words;
  const requested = kinds.find((kind) => kind === word);
  if (requested === undefined || more.length > 0)
    throw new SettingRefused(`Unknown argument ${more[0] ?? word}. Settings are environment variables.`);
  const settings = readLocalSettings(variables);
  const mayBeDemo = requested === "demo" || (requested === "demo-or-server" && !isRelease);
  const { FMS_URL: fmsUrl } = settings;
  if (fmsUrl !== undefined && requested === "demo")
    throw new SettingRefused(`FMS_URL is set to ${fmsUrl}, but a demo uses its own server. Unset FMS_URL for a demo.`);
  if (fmsUrl !== undefined) return { kind: "server", settings, fmsUrl };
  if (!mayBeDemo)
    throw new SettingRefused(
      `FMS_URL is missing. Set it to the address of your FileMaker Server, such as FMS_URL=https://fms.example.com (the systemd unit reads /etc/latchkey/settings), or start a demo with "${isRelease ? "latchkey demo" : "npm start"}".`,
    );
  refuseServersSettings(settings);
  return { kind: "demo", settings: { ...settings, DATA_DIR: demoDataDir(settings, variables) } };
}

/** Returns sentences about variables that look like settings and have no effect. */
export function ignoredSettings(variables: StartRequest["variables"]): readonly string[] {
  const unknown = unknownNames(variables, localSettingNames)
    .filter((name) => name.startsWith("FMS_"))
    .map((name) => `Unknown setting ${name}. It has no effect.`);
  const ofOtto = Object.entries(settingsOfOtto)
    .filter(([name]) => (variables[name] ?? "") !== "")
    .map(([name, remedy]) => `${name} is a setting of OttoFMS and has no effect here. ${remedy}`);
  return [...unknown, ...ofOtto];
}

/** Settings of OttoFMS that Latchkey doesn't have, with what to do instead. `DEBUG` isn't here: many other programs read it. */
const settingsOfOtto: Readonly<Record<string, string>> = {
  FMSERVER_USERNAME: "Create an Admin API key instead.",
  FMSERVER_PASSWORD: "Create an Admin API key instead.",
  PUBLIC_HIDE_SERVER_INFO: "Unset it.",
  FILE_MANAGER_LOGGING: "The audit trail has all changes of files. Unset it.",
  OTTOFMS_LICENSE: "Latchkey needs no license. Unset it.",
};

function demoDataDir({ DATA_DIR }: LocalSettings, variables: StartRequest["variables"]): string {
  return (variables.DATA_DIR ?? "") === "" ? resolve(demoFolder) : DATA_DIR;
}

/** Everyone knows the demo's account, so it only opens the sandbox, and only on this machine. */
function refuseServersSettings(settings: LocalSettings): void {
  for (const name of ["FMS_ADMIN_URL", "FMS_SERVER_PATH", "PREVENT_DAPI_CALLOUT"] as const)
    if (settings[name] !== undefined && settings[name] !== false)
      throw new SettingRefused(`${name} is set, but FMS_URL is missing. Set FMS_URL too, or unset ${name} for a demo.`);
  const hosts = { HOST: settings.HOST, BASE_URL: settings.BASE_URL && new URL(settings.BASE_URL).hostname };
  for (const [name, host] of Object.entries(hosts))
    if (host !== undefined && !isLoopback(host))
      throw new SettingRefused(
        `${name} ${host} is reachable from other machines, but the demo's account is public. Set FMS_URL to the address of your FileMaker Server, or unset ${name} for a demo.`,
      );
}
