import { deploymentMessages } from "../../../messages/english/deployments.ts";
import type { Area } from "../../page/tabbed-page.tsx";
import { paths } from "../../paths.ts";

/** Deployments and their recipes. */
export const deploymentsArea: Area<"deployments" | "recipes"> = {
  title: deploymentMessages.title,
  text: deploymentMessages.text,
  tabs: [
    { name: "deployments", text: deploymentMessages.title, to: paths.deployments },
    { name: "recipes", text: deploymentMessages.recipes.title, to: paths.recipes },
  ],
};
