import { Link } from "@tanstack/react-router";
import { browserMessages } from "../../messages/english/browser.ts";
import { buttonClasses } from "../../ui/buttons/button.tsx";
import { paths } from "../paths.ts";

/** Link to the agents page, shown when an agent is missing. */
export function AgentsLink() {
  return (
    <Link to={paths.settings} params={{ part: "agents" }} className={buttonClasses()}>
      {browserMessages.toAgents}
    </Link>
  );
}
