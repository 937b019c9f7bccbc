import { deploymentMessages as englishDeploymentMessages } from "./english/deployments.ts";
import type { Texts } from "./texts.ts";

/** The texts of deployments. They come with the pages that show them. */
export const deploymentMessages: Texts<typeof englishDeploymentMessages> = englishDeploymentMessages;
