import { buildMessages as englishBuildMessages } from "./english/builds.ts";
import type { Texts } from "./texts.ts";

/** The texts of builds. They come with the pages that show them. */
export const buildMessages: Texts<typeof englishBuildMessages> = englishBuildMessages;
