/** Invalid setting or command line. The message is for the person who starts the program. */
export class WrongSetting extends Error {
  override readonly name = "WrongSetting";
  /** 78 (EX_CONFIG) for settings, with which service managers don't restart the program; 2 for an invalid command line. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 78, ...options }: ErrorOptions & { readonly exitCode?: 2 | 78 } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
