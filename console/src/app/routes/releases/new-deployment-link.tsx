import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { deploymentMessages } from "../../../messages/english/deployments.ts";
import { buttonClasses } from "../../../ui/buttons/button.tsx";
import { Offered } from "../../../ui/offered.tsx";
import { paths } from "../../paths.ts";

/** Link to the form for a new deployment. */
export function NewDeploymentLink() {
  return (
    <Offered needs="POST /svc/api/deployment">
      <Link to={paths.newDeployment} data-shortcut="c" className={buttonClasses("primary")}>
        <Plus aria-hidden size={16} />
        {deploymentMessages.create}
      </Link>
    </Offered>
  );
}
