/** Invalid setting. The message is one sentence for the person who starts the program. */
export class SettingRefused extends Error {
  override readonly name = "SettingRefused";
  /** True if the same start can succeed later without a change of the settings. */
  readonly mayPass: boolean;

  constructor(message: string, { mayPass = false, ...options }: ErrorOptions & { readonly mayPass?: boolean } = {}) {
    super(message, options);
    this.mayPass = mayPass;
  }
}

/** Exit code for invalid settings: EX_CONFIG of sysexits.h. Service managers don't restart a program that ends with it. */
const wrongSettingsCode = 78;

/** Returns the exit code of a program that ends with this error. */
export function exitCodeOf(thrown: unknown): number {
  return thrown instanceof SettingRefused && !thrown.mayPass ? wrongSettingsCode : 1;
}
