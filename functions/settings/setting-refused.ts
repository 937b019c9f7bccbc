/** Invalid setting. The message is one sentence for the person who starts the program. */
export class SettingRefused extends Error {
  override readonly name = "SettingRefused";
}
