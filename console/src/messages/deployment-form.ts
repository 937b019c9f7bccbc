import { deploymentFormMessages as englishDeploymentFormMessages } from "./english/deployment-form.ts";
import type { Texts } from "./texts.ts";

/** The texts of a new deployment. They come with the page that shows them. */
export const deploymentFormMessages: Texts<typeof englishDeploymentFormMessages> = englishDeploymentFormMessages;
